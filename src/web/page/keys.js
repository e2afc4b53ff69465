/* Keys, pastes and input methods, told to the program by the names of its own keys. */
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

/* `app` takes key(name), paste(text), isTyping(), has(name), and own(event), which may keep a key to itself. */
function listen(app, field) {
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
}
