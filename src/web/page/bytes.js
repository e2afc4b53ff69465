/* Out of the one file, text of two bytes per character (dense.c): the rest of the script, packed by gzip, and
 * the program's bytes, unpacked by lzlib. The policy names the script by its sum there too. */
'use strict';

/* A character is the n-th of those that HTML keeps; the first SHORT stand for 15 bits, the others for 16. */
const SHORT = 2611;

function fromDense({textContent: text, dataset: {bytes}}) {
    const out = new Uint8Array(bytes);
    for (let i = 0, n = 0, bits = 0, have = 0; i < text.length; i++) {
        const c = text.charCodeAt(i), at = c - 1 - (c > 13) - (c > 60) - (c > 0xd800) * 2048;
        bits = at < SHORT ? bits << 15 | at : bits << 16 | at + SHORT;
        for (have += at < SHORT ? 15 : 16; have >= 8; have -= 8)
            out[n++] = bits >> have - 8;
    }
    return out;
}

const part = id => fromDense(document.getElementById(id));
const unzipped = id => new Response(new Blob([part(id)]).stream().pipeThrough(new DecompressionStream('gzip')));

async function programBytes() {
    const none = {wasi_snapshot_preview1: new Proxy({}, {get: () => () => 0})};
    const {instance: {exports: x}} = await WebAssembly.instantiate(await unzipped('unpacker').arrayBuffer(), none);
    x._initialize();
    const packed = part('program'), size = Number(document.getElementById('program').dataset.size);
    const from = x.unpack_room(packed.length), to = x.unpack_room(size);
    new Uint8Array(x.memory.buffer).set(packed, from);
    if (x.unpack(from, packed.length, to, size) !== size)
        throw new Error('the file is damaged');
    return x.memory.buffer.slice(to, to + size);
}

async function runScript() {
    const script = document.createElement('script');
    script.textContent = await unzipped('rest').text();
    document.body.append(script);
}

runScript().catch(sayWhy);
