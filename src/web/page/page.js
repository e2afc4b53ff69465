/* The page: starts the program, shows its picture after each event, and gives it links and files. */
'use strict';

const WISH = {light: 1, mono: 2, still: 4}, LEAST = {rows: 15, airy: 18, columns: 40};
const TELL_MS = {key: 200, tick: 5000};
const SAY = {
    en: {
        dead: 'The program stopped. What you did is kept: reload the page, then press R.',
        lost: 'The program stopped, and this browser has not kept what you did. Reload the page to begin again.',
        ended: 'The session has ended.', again: 'Start again',
        none_kept: 'This browser keeps nothing for this page: when it is closed, your work is lost.',
        full: 'The room that this browser has for this page is full: what you do now is lost when the page is closed. ":recover list" shows what fills it.',
        big: 'These files do not fit: a page takes at most 1 GB, if the browser has that much memory.',
        long: 'This scene is too large for a link. ":save FILE" writes it as a file.',
        copied: 'The link is in the clipboard.', copy: 'The link, to copy:', close: 'Close',
    },
    zh: {
        dead: '程序停下了。做过的都留着：重新载入本页，再按 R。',
        lost: '程序停下了，浏览器也没有保存做过的。请重新载入本页，从头开始。',
        ended: '这次会话结束了。', again: '重新开始',
        none_kept: '浏览器不为本页保存任何东西：关掉它，做过的就没有了。',
        full: '浏览器给本页的空间满了：接下来做的，关掉本页就没有了。“:recover list”列出占用空间的内容。',
        big: '这些文件放不下：网页最多接受 1 GB，还要浏览器有这么多内存。',
        long: '这个场景太大，链接装不下。“:save 文件”把它存成文件。',
        copied: '链接已复制。', copy: '链接（请复制）：', close: '关闭',
    },
};

/* ---- the program ------------------------------------------------------------ */

class Program {
    constructor(exports, system) {
        Object.assign(this, exports);
        this.system = system;
        system.setMemory(exports.memory);
        exports._initialize();
        this.session = exports.web_new();
    }

    /* Puts a text where the next call finds it; returns its address. */
    give(text) {
        const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
        const at = this.web_room(this.session, bytes.length);
        if (!at)
            throw new Error('no memory');
        new Uint8Array(this.memory.buffer).set(bytes, at);
        return at;
    }

    text(at) {
        const all = new Uint8Array(this.memory.buffer);
        return at ? new TextDecoder().decode(all.slice(at, all.indexOf(0, at))) : '';
    }
}

const at = id => document.getElementById(id), coarse = matchMedia('(pointer: coarse)');

class App {
    constructor(program) {
        this.program = program;
        this.screen = new Screen(at('screen'), program);
        this.timer = this.telling = 0;
        this.inSight = true;
        this.place = new Place();
    }

    get words() {
        return SAY[this.lang] || SAY.en;
    }

    get lang() {
        return this.program.text(this.program.web_lang(this.program.session));
    }

    start({lesson, view, lang, scene}) {
        const wants = query => matchMedia(query).matches, p = this.program;
        const wishes = (wants('(prefers-color-scheme: light)') ? WISH.light : 0) |
            (wants('(forced-colors: active)') ? WISH.mono : 0) | (wants('(prefers-reduced-motion: reduce)') ? WISH.still : 0);
        p.give(lang || navigator.language);
        if (!p.web_start(p.session, wishes))
            throw new Error('no session');
        p.give(location.href.replace(/#.*/, ''));
        p.web_address(p.session);
        this.fit();
        this.follow({lesson, view, scene});
        this.tell(true);
        listen(this, at('field'));
        this.hand = new Hand(this, this.screen, at('spot'), at('says'));
        for (const button of at('strip').querySelectorAll('button[value]'))
            button.addEventListener('click', () => {
                at('app').focus(); /* keys of a keyboard go to the program */
                this.key(button.value);
            });
        addEventListener('resize', () => this.fit());
        visualViewport.addEventListener('resize', () => this.typing && this.fit());
        addEventListener('hashchange', async () => {
            const there = await asked(location.hash);
            this.follow({...there, view: there.lesson || there.scene !== null ? null : there.view || 'home'});
        });
        document.addEventListener('visibilitychange', () => this.plan());
        /* (in a frame that is scrolled away nothing moves) */
        new IntersectionObserver(([{isIntersecting}]) => {
            this.inSight = isIntersecting;
            this.plan();
        }).observe(at('screen'));
        this.takeFiles();
        if (parent === window)
            at('app').focus({preventScroll: true});
        else
            document.documentElement.dataset.frame = '';
        p.system.files.refused = () => this.notice(this.words.full);
        if (!p.system.files.keeps())
            this.notice(p.system.files.store ? this.words.full : this.words.none_kept);
    }

    /* Runs a call of the program, shows its result, and schedules the next tick. */
    act(call, delay = TELL_MS.key) {
        if (this.stopped)
            return;
        try {
            call(this.program, this.program.session);
            this.draw();
            this.copy(this.program.text(this.program.web_handed(this.program.session)));
            this.tell(false, delay);
        } catch (error) {
            this.die(error);
            return;
        }
        if (this.program.web_ended(this.program.session))
            this.stop(this.words.ended);
        else
            this.plan();
    }

    plan() {
        clearTimeout(this.timer);
        const ms = this.program.web_wait(this.program.session);
        if (ms >= 0 && !document.hidden && this.inSight && !this.stopped)
            this.timer = setTimeout(() => this.act((p, s) => p.web_tick(s), TELL_MS.tick), ms);
    }

    /* (on some phones the keyboard covers the page: only a part of it is seen then) */
    fit() {
        const box = at('screen').parentElement, seen = visualViewport;
        document.body.style.height = this.typing && seen.scale < 1.01 ? seen.height + 'px' : '';
        [this.rows, this.columns] = this.screen.measure(box.clientWidth, box.clientHeight, LEAST, coarse.matches && TARGET);
        this.act(() => {}, TELL_MS.tick);
    }

    draw() {
        const p = this.program, theme = p.text(p.web_theme_name(p.session));
        const cells = p.web_draw(p.session, this.rows, this.columns);
        if (!cells)
            throw new Error('no memory');
        document.documentElement.dataset.theme = theme;
        document.documentElement.lang = this.lang;
        this.screen.show(cells, this.rows, this.columns, theme);
        this.screen.showCurves(p.text(p.web_curves(p.session)));
        this.place.show(p.text(p.web_place(p.session)), p.text(p.web_title(p.session)));
        this.follow_cursor(p.web_cursor(p.session));
    }

    /* The field is where the program's prompt is; it has the focus only while that is open. */
    follow_cursor(place) {
        const field = at('field'), typing = place >= 0, box = at('app');
        if (!typing && document.activeElement === field)
            at('app').focus({preventScroll: true});
        field.hidden = !typing;
        document.body.classList.toggle('typing', typing);
        box.style.setProperty('--up', typing ? Math.min(0, box.clientHeight - this.rows * this.screen.cellHeight) + 'px' : 0);
        if (typing !== !!this.typing) {
            this.typing = typing;
            if (coarse.matches)
                return this.fit(); /* the strip comes or goes */
        }
        if (!typing)
            return;
        field.style.left = (place % this.columns) * this.screen.cellWidth + 'px';
        field.style.height = this.screen.cellHeight + 'px';
        field.style.top = Math.floor(place / this.columns) * this.screen.cellHeight + 'px';
        if (document.activeElement !== field)
            field.focus({preventScroll: true});
    }

    /* After several keys only what the last has changed is announced. What moves by itself is told now and
     * then, and never in place of what a key has asked for. */
    tell(whole, delay = TELL_MS.key) {
        const say = () => {
            const text = this.program.text(this.program.web_told(this.program.session, whole));
            this.telling = 0;
            if (text)
                at('told').textContent = text;
        };
        if (this.telling && delay > TELL_MS.key)
            return;
        clearTimeout(this.telling);
        this.telling = setTimeout(say, delay);
    }

    /* Whether the program has a key here: in its prompt, or bound. */
    has(name) {
        return this.typing || (this.program.give(name), this.program.web_has_key(this.program.session));
    }

    isTyping() {
        return this.typing;
    }

    key(name) {
        this.act((p, s) => { p.give(name); p.web_key(s); });
    }

    paste(text) {
        this.act((p, s) => { p.give(text); p.web_paste(s); });
    }

    click(row, column, button) {
        this.act((p, s) => p.web_click(s, row, column, button));
    }

    /* What lies in a cell: {row, column, rows, columns, kind, what, says}; null: nothing. */
    spot(row, column, says) {
        const p = this.program, text = this.stopped ? '' : p.text(p.web_spot(p.session, row, column, says));
        const [, ...found] = /^(\d+) (\d+) (\d+) (\d+) (\w+) (.*)\n(.*)/.exec(text) || [];
        const [top, left, rows, columns] = found.map(Number);
        return found.length ? {row: top, column: left, rows, columns, kind: found[4], what: found[5], says: found[6], cell: [row, column]} : null;
    }

    press({kind, what, cell}) {
        if (kind !== 'key')
            this.click(...cell, 1);
        else if (!this.own(what))
            this.key(what);
    }

    turn(row, column, steps, on) {
        this.act((p, s) => p.web_turn(s, row, column, steps, on));
    }

    /* Returns whether what is here follows a mouse or finger that is dragged. */
    drag(row, column) {
        let follows = 0;
        this.act((p, s) => { follows = p.web_click(s, row, column, 0); });
        return follows !== 0;
    }

    wheel(row, column, up) {
        this.act((p, s) => p.web_wheel(s, row, column, up ? 1 : 0));
    }

    /* Keys of the page: ! tells everything, Esc closes a notice. Any other key closes it and goes to the program. */
    own(name) {
        const notice = at('notice'), closes = notice.open && name === 'Esc', mine = !this.typing && name === '!';
        if (this.stopped)
            return true;
        notice.close();
        if (mine)
            this.tell(true);
        return closes || mine;
    }

    line(text) {
        this.act((p, s) => { p.give(text); p.web_line(s); });
    }

    /* Goes where an address leads. */
    follow({lesson, view, lang, scene}) {
        const word = /^[a-z]+$/, leaves = /^lesson/.test(this.place.now) ? 'lesson leave ; ' : '';
        this.place.led = true;
        if (lang && word.test(lang))
            this.line('lang ' + lang);
        if (view && word.test(view))
            this.line(leaves + 'view ' + view);
        if (lesson)
            this.act((p, s) => { p.give(lesson); p.web_lesson(s); });
        if (scene !== null)
            this.act((p, s) => { p.give(scene); p.web_link(s); });
        this.place.led = false;
    }

    /* Copies what the program hands out, a link or a frame. */
    async copy(text) {
        const link = text && await shortened(text);
        if (link === null)
            this.notice(this.words.long);
        else if (text)
            try {
                await navigator.clipboard.writeText(link);
                this.notice(this.words.copied);
            } catch {
                this.notice(this.words.copy, link);
            }
    }

    async take(given) {
        try {
            await takeGiven(this.program.system.files, await given, path => this.act((p, s) => { p.give(path); p.web_file(s); }));
        } catch (error) {
            console.error(error);
            this.notice(this.words.big);
        }
    }

    takeFiles() {
        addEventListener('dragover', event => event.preventDefault());
        addEventListener('drop', event => {
            event.preventDefault();
            this.take(dropped(event.dataTransfer));
        });
        at('choose').addEventListener('click', () => at('chosen').click());
        at('chosen').addEventListener('change', () => this.take([...at('chosen').files].map(file => ({path: file.name, file}))));
    }

    notice(sentence, link) {
        at('notice').querySelector('p').textContent = sentence;
        const shown = at('notice').querySelector('input');
        shown.hidden = !link;
        shown.value = link || '';
        const button = at('notice').querySelector('button');
        button.textContent = this.words.close;
        button.onclick = () => at('notice').close(); /* (a sandbox may forbid forms) */
        at('notice').show();
        if (link)
            shown.select();
    }

    die(error) {
        console.error(error);
        this.stop(this.program.system.files.keeps() ? this.words.dead : this.words.lost);
    }

    stop(sentence) {
        clearTimeout(this.timer);
        this.stopped = true;
        this.notice(sentence);
        const button = at('notice').querySelector('button');
        button.textContent = this.words.again;
        button.onclick = () => location.reload();
    }
}

/* Files for the reader: json, pictures, scenes. */
function download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function begin() {
    const [session, bytes] = await Promise.all([claimSession(), programBytes()]);
    const system = makeSystem(session, ['HOME=/home', 'LANG=C.UTF-8'], download);
    const {instance} = await WebAssembly.instantiate(bytes, system.imports);
    window.qkv = new App(new Program(instance.exports, system));
    window.qkv.start(await asked(location.hash));
}

begin().catch(error => {
    if (!window.qkv)
        sayWhy(error);
    else
        qkv.die(error);
});
