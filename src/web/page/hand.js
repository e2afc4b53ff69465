/* Mouse and fingers: what lies under them, what a click there does, and numbers that are dragged. */
'use strict';

/* What can be pressed is at least so large, even where its row is lower; a dragged number takes a step each so
 * many pixels; a mouse rests for so many ms. */
const TARGET = 24, STEP = 8, REST = 80;

class Hand {
    /* `app` takes spot(row, column, says), press(spot), click(row, column, button), drag(row, column),
     * turn(row, column, steps, on), wheel(row, column, up). */
    constructor(app, screen, frame, line) {
        Object.assign(this, {app, screen, frame, line, rolled: 0});
        const on = (name, act) => screen.element.addEventListener(name, act, {passive: false});
        on('click', event => this.click(event));
        on('mousedown', event => event.button || (this.take(event) && event.preventDefault()));
        on('mousemove', event => this.move(event));
        on('mouseleave', () => this.leave());
        document.addEventListener('keydown', () => this.leave());
        on('wheel', event => {
            if (event.ctrlKey)
                return; /* zoom */
            event.preventDefault();
            this.leave();
            this.roll(event, event.deltaMode === 0 ? event.deltaY : event.deltaY * screen.cellHeight * 2);
        });
        let finger = null;
        const slide = event => {
            if (!finger || event.touches.length > 1)
                return; /* two fingers zoom */
            event.preventDefault();
            const now = event.touches[0];
            if (this.held ? this.turn(now) : app.drag(...this.at(now)))
                return;
            this.roll(now, finger.clientY - now.clientY);
            finger = now;
        };
        on('touchstart', event => {
            finger = event.touches.length === 1 ? event.touches[0] : null;
            this.rolled = 0;
            this.held = null;
            if (finger)
                this.take(finger);
            /* (a finger stays with the element where it came down, even if that is drawn anew meanwhile) */
            event.target.addEventListener('touchmove', slide, {passive: false});
        });
    }

    at(event) {
        return this.screen.cellAt(event.clientX, event.clientY);
    }

    click(event) {
        const turned = this.held && this.held.on, spot = turned ? null : this.near(event);
        this.held = null;
        this.leave(String(this.at(event)));
        if (turned || String(getSelection()) !== '')
            return;
        if (spot)
            this.app.press(spot);
        else
            this.app.click(...this.at(event), 1);
    }

    /* What lies there, else the nearest thing whose middle is not farther than half a target. */
    near(event) {
        const {cellHeight, cellWidth, element} = this.screen, box = element.getBoundingClientRect();
        const y = (event.clientY - box.top) / cellHeight - 0.5, x = (event.clientX - box.left) / cellWidth - 0.5, cells = [];
        for (const row of [-1, 0, 1].map(by => Math.round(y) + by))
            for (const column of [-1, 0, 1].map(by => Math.round(x) + by)) {
                const far = [Math.abs(row - y) * cellHeight, Math.abs(column - x) * cellWidth];
                const within = Math.abs(row - y) <= 0.5 && Math.abs(column - x) <= 0.5;
                if (within || Math.max(...far) <= TARGET / 2)
                    cells.push([within ? -1 : Math.hypot(...far), row, column]);
            }
        for (const [, row, column] of cells.sort((a, b) => a[0] - b[0])) {
            const spot = this.app.spot(row, column, 0);
            if (spot)
                return spot;
        }
        return null;
    }

    move(event) {
        const cell = this.at(event), here = String(cell), held = event.buttons === 1;
        if (held && this.held)
            this.turn(event);
        else if (held && this.here && this.here !== here && this.app.drag(...cell))
            getSelection().removeAllRanges();
        if (!held && here !== this.here && !coarse.matches)
            this.hover(cell);
        this.here = here;
    }

    /* A hand and a frame at once; where the mouse rests also the sentence, which takes longer to find. */
    hover(cell) {
        const spot = this.app.spot(...cell, 0), {cellHeight, cellWidth, element} = this.screen;
        this.leave();
        if (!spot)
            return;
        const place = (box, row, column, rows, columns) => {
            box.hidden = false;
            box.style.cssText = `left:${column * cellWidth}px;top:${row * cellHeight}px;width:${columns * cellWidth}px;` +
                `height:${rows * cellHeight}px;font-size:${element.style.fontSize};line-height:${cellHeight}px`;
        };
        element.style.cursor = 'pointer';
        place(this.frame, spot.row, spot.column, spot.rows, spot.columns);
        this.resting = setTimeout(() => {
            this.line.textContent = (this.app.spot(...cell, 1) || spot).says;
            if (this.line.textContent)
                place(this.line, this.app.rows - 1, 0, 1, this.app.columns);
        }, REST);
    }

    leave(here) {
        clearTimeout(this.resting);
        this.frame.hidden = this.line.hidden = true;
        this.screen.element.style.cursor = '';
        this.here = here || this.here;
    }

    take({clientX: x, clientY: y}) {
        const [row, column] = this.screen.cellAt(x, y), spot = this.app.spot(row, column, 0);
        this.held = spot && spot.kind === 'number' ? {x, y, row, column, steps: 0, on: 0} : null;
        return this.held;
    }

    turn(event) {
        const held = this.held, steps = Math.round((event.clientX - held.x + held.y - event.clientY) / STEP);
        if (steps !== held.steps) {
            this.leave();
            this.app.turn(held.row, held.column, steps, held.on);
            held.steps = steps;
            held.on = 1;
        }
        return true;
    }

    roll(event, by) {
        const step = this.screen.cellHeight * 2;
        this.rolled += by;
        while (Math.abs(this.rolled) >= step) {
            this.app.wheel(...this.at(event), this.rolled < 0);
            this.rolled -= Math.sign(this.rolled) * step;
        }
    }
}
