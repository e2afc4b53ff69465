/* Keeps the page's parts, so that it opens without a network. A new version replaces them all at once, when the
 * page is opened the next time. */
'use strict';

const VERSION = 'qkv-@VERSION@', PARTS = ['index.html', 'qkv.js', 'qkv.css', 'qkv.wasm', 'icon.svg', 'qkv.webmanifest'];

addEventListener('install', event => {
    skipWaiting();
    event.waitUntil(caches.open(VERSION).then(kept => kept.addAll(PARTS)));
});
addEventListener('activate', event => event.waitUntil(caches.keys().then(all =>
    Promise.all(all.filter(name => /^qkv-/.test(name) && name !== VERSION).map(name => caches.delete(name))))));
addEventListener('fetch', event => {
    const folder = new URL('./', location), asks = event.request.url.replace(/[?#].*/, '') === folder.href ? 'index.html' : event.request;
    event.respondWith(caches.match(asks, {ignoreSearch: true}).then(kept => kept || fetch(event.request)));
});
