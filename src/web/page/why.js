/* Says on a page that stays empty why it does: a newer browser is asked for only if this one lacks something. */
'use strict';

document.getElementById('old').hidden = true;

function sayWhy(error) {
    const old = document.getElementById('old');
    const had = window.WebAssembly && window.DecompressionStream && document.adoptedStyleSheets;
    console.error(error);
    old.hidden = false;
    if (had && !(error instanceof WebAssembly.CompileError))
        old.textContent = `This page cannot begin. 本页打不开。 ${error}`;
}
