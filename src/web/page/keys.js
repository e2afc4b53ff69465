/* Keys, pastes, input methods, mouse and touch, told to the program by the names of its own keys. */
'use strict';

const NAMES = new Map([
    ['ArrowUp', 'Up'], ['ArrowDown', 'Down'], ['ArrowLeft', 'Left'], ['ArrowRight', 'Right'], ['Home', 'Home'], ['End', 'End'],
    ['PageUp', 'PgUp'], ['PageDown', 'PgDn'], ['Insert', 'Ins'], ['Delete', 'Del'], ['Backspace', 'Backspace'],
    ['Enter', 'Enter'], ['Escape', 'Esc'], ['Tab', 'Tab'], [' ', 'Space'],
]);
/* Letters that may be keys of the program with Ctrl, where it has such a key (`app.has`); all others are left
 * to the browser. */
const WITH_CTRL = 'abdeghku';

/* (with Alt, and with AltGr, which may come as Ctrl and Alt, keyboards write signs: [ ] { } | ~ @) */
function nameOf(event) {
    if (event.metaKey)
        return null;
    if (event.altKey || event.getModifierState('AltGraph'))
        return /^[^\p{L}\p{N}\s]$/u.test(event.key) ? event.key : null;
    const name = NAMES.get(event.key);
    if (event.ctrlKey)
        return event.key.length === 1 && WITH_CTRL.includes(event.key.toLowerCase()) ? 'C-' + event.key.toLowerCase() : null;
    if (name)
        return event.shiftKey && /^(Up|Down|Left|Right|Tab)$/.test(name) ? 'S-' + name : name;
    return [...event.key].length === 1 ? event.key : null;
}

/* `app` takes key(name), paste(text), click(row, column, button), wheel(row, column, up), isTyping(), has(name),
 * and own(event), which may keep a key to itself. */
function listen(app, screen, field) {
    /* The field has the focus only while the program's prompt is open, so that an input method that is
     * switched on does not swallow the keys that are commands. */
    const flush = () => {
        const text = field.value;
        field.value = '';
        if ([...text].length > 1 && !/^\s*$/.test(text))
            app.paste(text);
        else
            for (const character of text)
                app.key(character === '\n' ? 'Enter' : character === ' ' ? 'Space' : character);
    };
    let tabLeaves = false; /* Ctrl-M gives Tab to the browser and back: nobody is caught in a frame */
    document.addEventListener('keydown', event => {
        const pressesButton = event.target.closest('button') && ['Enter', ' ', 'Tab'].includes(event.key);
        if (event.isComposing || event.keyCode === 229 || pressesButton)
            return;
        tabLeaves = tabLeaves !== (event.ctrlKey && event.key === 'm');
        const name = event.key === 'Tab' && tabLeaves ? null : nameOf(event);
        if (!name || (event.ctrlKey && name.startsWith('C-') && !app.has(name)) || app.own(name))
            return;
        if (app.isTyping() && field.value)
            flush();
        if (app.isTyping() && document.activeElement === field && [...name].length === 1)
            return; /* the field gets it, and with it the input method */
        event.preventDefault();
        app.key(name);
    });
    field.addEventListener('input', event => {
        if (!event.isComposing)
            flush();
    });
    field.addEventListener('compositionend', flush);
    document.addEventListener('paste', event => {
        event.preventDefault();
        app.paste(event.clipboardData.getData('text/plain'));
    });

    const at = event => screen.cellAt(event.clientX, event.clientY);
    screen.element.addEventListener('click', event => {
        if (String(getSelection()) === '')
            app.click(...at(event), 1);
    });
    let held = ''; /* the cell over which the button is held */
    screen.element.addEventListener('mousemove', event => {
        const here = String(at(event));
        if (event.buttons === 1 && held && here !== held && app.drag(...at(event)))
            getSelection().removeAllRanges();
        held = event.buttons === 1 ? here : '';
    });
    let rolled = 0;
    const roll = (event, by) => {
        rolled += by;
        while (Math.abs(rolled) >= screen.cellHeight * 2) {
            app.wheel(...at(event), rolled < 0);
            rolled -= Math.sign(rolled) * screen.cellHeight * 2;
        }
    };
    screen.element.addEventListener('wheel', event => {
        if (event.ctrlKey)
            return; /* zoom */
        event.preventDefault();
        roll(event, event.deltaMode === 0 ? event.deltaY : event.deltaY * screen.cellHeight * 2);
    }, {passive: false});
    let finger = null;
    screen.element.addEventListener('touchstart', event => {
        finger = event.touches.length === 1 ? event.touches[0] : null;
        rolled = 0;
    }, {passive: true});
    screen.element.addEventListener('touchmove', event => {
        if (!finger || event.touches.length > 1)
            return; /* two fingers zoom */
        event.preventDefault();
        if (app.drag(...at(event.touches[0])))
            return;
        roll(event.touches[0], finger.clientY - event.touches[0].clientY);
        finger = event.touches[0];
    }, {passive: false});
}
