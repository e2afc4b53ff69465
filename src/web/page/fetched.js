/* The program's bytes, beside the page on a server, which are kept for when there is no network. */
'use strict';

async function programBytes() {
    return (await fetch('qkv.wasm')).arrayBuffer();
}

try {
    navigator.serviceWorker.register('offline.js').catch(() => {});
} catch { /* plain http has none, a sandbox forbids it */ }
