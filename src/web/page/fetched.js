/* The program's bytes, beside the page on a server. */
'use strict';

async function programBytes() {
    return (await fetch('qkv.wasm')).arrayBuffer();
}
