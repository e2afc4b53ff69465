/* Draws the program's cells as rows of text. Every cell lies where the program says: whatever is not ASCII
 * gets a box of its width, since fallback fonts have other widths. Blocks are painted, so that bars and
 * maps have no seams; their text stays, to be copied. */
'use strict';

const ATTR = {bold: 1, underline: 2, reverse: 4}, LINE_HEIGHT = 1.25, LEAST_LETTER = 11, LEAST_HEIGHT = 100;

/* What is painted instead of written: rectangles of ink, each [where it lies, its size]. */
const PAINTED = new Map();

function paint(characters, rectangles) {
    [...characters].forEach((c, i) => PAINTED.set(c, rectangles[i].map(r => r.split(' at ').reverse())));
}

for (let eighth = 1; eighth < 8; eighth++) {
    const share = eighth * 12.5 + '%';
    paint(String.fromCodePoint(0x2580 + eighth, 0x2590 - eighth), [[`100% ${share} at left bottom`], [`${share} 100% at left top`]]);
}
paint('█▀▐', [['100% 100% at left top'], ['100% 50% at left top'], ['50% 100% at right top']]);

/* Quarters of a cell, and lines from its middle: left, right, up, down. */
const QUARTER = {a: '50% 50% at left top', b: '50% 50% at right top', c: '50% 50% at left bottom', d: '50% 50% at right bottom'};
const LINE = {
    l: '52% 1px at left center', r: '52% 1px at right center', u: '1px 52% at center top', d: '1px 52% at center bottom',
    h: '100% 1px at left center', H: '100% 2px at left center', v: '1px 100% at center top',
};
const parts = (table, words) => words.split(' ').map(word => [...word].map(letter => table[letter]));
paint('▘▝▖▗▚▞▙▛▜▟', parts(QUARTER, 'a b c d ad bc acd abc abd bcd'));
paint('─│┌┐└┘├┤┬┴┼╭╮╰╯━', parts(LINE, 'h v rd ld ru lu rv lv hd hu hv rd ld ru lu H'));

class Screen {
    constructor(element, program) {
        this.element = element;
        this.program = program;
        this.sheet = new CSSStyleSheet();
        document.adoptedStyleSheets = [this.sheet];
        this.cellBytes = program.web_cell_size();
        this.characters = 1 + program.web_cell_marks();
        this.forget();
    }

    /* Rebuilds all looks and rows, after a change of theme or size. */
    forget() {
        while (this.sheet.cssRules.length)
            this.sheet.deleteRule(0);
        this.looks = new Map();
        this.rows = [];
        this.curves = null;
        this.element.replaceChildren();
    }

    /* Returns the place of a pointer, in cells. */
    cellAt(x, y) {
        const box = this.element.getBoundingClientRect();
        return [Math.floor((y - box.top) / this.cellHeight), Math.floor((x - box.left) / this.cellWidth)];
    }

    /* Chooses how many cells fit. The letters become smaller, as long as they can be read, rather than the cells
     * fewer than `least`; for fingers rows are as high as `target`, if so many fit. Where they do not, the last
     * are out of sight. A frame that is not shown has no sizes: one cell. */
    measure(width, height, least, target) {
        const style = this.element.style, probe = document.createElement('span');
        const each = (className, count) => {
            probe.replaceChildren(...Array.from({length: count}, () => {
                const part = document.createElement('span');
                part.className = className;
                part.textContent = '0'.repeat(100 / count);
                return part;
            }));
            return probe.getBoundingClientRect().width / 100;
        };
        style.fontSize = '';
        style.setProperty('--spacing', 0);
        this.element.append(probe);
        const wanted = parseFloat(getComputedStyle(this.element).fontSize);
        const fitting = Math.min(wanted, wanted * width / (each('', 1) * least.columns), height / ((target ? least.rows : least.airy) * LINE_HEIGHT));
        const size = Math.max(LEAST_LETTER, fitting || 0);
        style.fontSize = size + 'px';
        /* Browsers round the widths of boxes, each in its way, and those of text otherwise: the text follows
         * the boxes as they are laid out. */
        const natural = each('', 1);
        style.setProperty('--cell', natural + 'px');
        this.cellWidth = each('box', 100) || size;
        style.setProperty('--cell', this.cellWidth + 'px');
        style.setProperty('--spacing', this.cellWidth - natural + 'px');
        probe.remove();
        this.cellHeight = Math.max(Math.floor(size * LINE_HEIGHT), Math.min(target, Math.floor(height / least.rows)));
        style.lineHeight = this.cellHeight + 'px';
        this.forget();
        return [Math.max(height < LEAST_HEIGHT ? 1 : least.rows, Math.floor(height / this.cellHeight)), Math.max(1, Math.floor(width / this.cellWidth))];
    }

    /* The class of cells with one style and two inks. */
    look(style, fg, bg) {
        const key = style * 4294967296 + fg * 65536 + bg;
        let name = this.looks.get(key);
        if (!name) {
            name = 'k' + this.looks.size;
            this.looks.set(key, name);
            const at = this.program.web_look(this.program.session, style, fg, bg), v = new DataView(this.program.memory.buffer);
            const [ink, paper, attrs] = [0, 4, 8].map(i => v.getInt32(at + i, true));
            const colour = c => c < 0 ? null : '#' + c.toString(16).padStart(6, '0');
            const reverse = attrs & ATTR.reverse;
            const front = colour(ink) || 'var(--ink)', back = colour(paper) || 'transparent';
            const rules = ['--front:' + (reverse ? 'var(--paper)' : front), '--back:' + (reverse ? 'var(--ink)' : back), 'background-color:var(--back)'];
            if (attrs & ATTR.bold)
                rules.push('font-weight:bold');
            if (attrs & ATTR.underline)
                rules.push('text-decoration:underline');
            this.sheet.insertRule('.' + name + '{color:var(--front);' + rules.join(';') + '}');
        }
        return name;
    }

    box(look, characters, cells) {
        const box = document.createElement('span'), rectangles = PAINTED.get(characters);
        box.className = look + ' box' + (cells === 2 ? ' wide' : '') + (rectangles ? ' painted' : '');
        box.textContent = characters;
        if (rectangles) {
            const style = box.style;
            style.setProperty('background-image', rectangles.map(() => 'linear-gradient(var(--front), var(--front))').join());
            style.setProperty('background-position', rectangles.map(r => r[0]).join());
            style.setProperty('background-size', rectangles.map(r => r[1]).join());
        }
        return box;
    }

    /* Rebuilds one row: runs of ASCII as text, the rest in boxes. */
    row(line, at, columns) {
        const v = new DataView(this.program.memory.buffer), parts = document.createDocumentFragment();
        let run = '', runLook = '';
        const end = () => {
            if (run) {
                const span = document.createElement('span');
                span.className = runLook;
                span.textContent = run;
                if (runLook === 'curve') { /* blocks may come from another font */
                    span.className = 'curve box';
                    span.style.width = `calc(${run.length} * var(--cell))`;
                }
                parts.append(span);
            }
            run = '';
        };
        for (let c = 0; c < columns; c++) {
            const cell = at + c * this.cellBytes, tail = cell + 4 * this.characters;
            const width = v.getUint8(tail);
            if (width === 0)
                continue;
            let text = '';
            for (let i = 0; i < this.characters; i++) {
                const ch = v.getUint32(cell + 4 * i, true);
                if (ch)
                    text += String.fromCodePoint(ch);
            }
            const curve = v.getUint16(tail + 6, true), hidden = curve && (PAINTED.has(text) || text === ' ');
            const look = hidden ? 'curve' : this.look(v.getUint8(tail + 1), v.getUint16(tail + 2, true), v.getUint16(tail + 4, true)) + (curve ? ' over' : '');
            const plain = hidden || (text.length === 1 && text >= ' ' && text <= '~');
            if (!plain || look !== runLook)
                end();
            runLook = look;
            if (plain)
                run += text;
            else
                parts.append(this.box(look, text, width));
        }
        end();
        line.replaceChildren(parts);
    }

    /* Shows the ribbons, elements of SVG in eighths of a cell, below the cells, which leave them to be seen. */
    showCurves(svg) {
        if (svg === this.curves)
            return;
        this.curves = svg;
        const shown = document.getElementById('curves'), size = ['width', 'height'];
        const cells = [this.columns, this.rows.length], sides = [this.cellWidth, this.cellHeight];
        size.forEach((name, i) => shown.setAttribute(name, cells[i] * sides[i]));
        shown.setAttribute('viewBox', `0 0 ${cells[0] * 8} ${cells[1] * 8}`);
        shown.replaceChildren(...new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`, 'image/svg+xml').documentElement.childNodes);
    }

    /* Shows a picture; rebuilds only rows that differ from the last one. */
    show(at, rows, columns, theme) {
        if (this.rows.length !== rows || this.columns !== columns || this.theme !== theme) {
            this.forget();
            this.columns = columns;
            this.theme = theme;
            for (let r = 0; r < rows; r++) {
                this.rows.push({line: document.createElement('div'), cells: null});
                this.element.append(this.rows[r].line);
            }
        }
        const size = columns * this.cellBytes, all = new Uint8Array(this.program.memory.buffer);
        for (let r = 0; r < rows; r++) {
            const now = all.subarray(at + r * size, at + (r + 1) * size), row = this.rows[r];
            if (row.cells && same(row.cells, now))
                continue;
            row.cells = now.slice();
            this.row(row.line, at + r * size, columns);
        }
    }
}

function same(a, b) {
    if (a.length !== b.length)
        return false;
    for (let i = 0; i < a.length; i++)
        if (a[i] !== b[i])
            return false;
    return true;
}
