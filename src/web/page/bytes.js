/* Out of the one file, text of two bytes per character (dense.c): the rest of the script, packed by gzip, and
 * the program's bytes, unpacked by lzlib. The policy names the script by its sum there too. */
'use strict';

const ESCAPE = 0xffff, OTHER_HALF = 0x8000;

function fromDense({textContent: text, dataset: {bytes}}) {
    const out = new Uint16Array(text.length);
    let n = 0;
    for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        out[n++] = c === ESCAPE ? text.charCodeAt(++i) ^ OTHER_HALF : c;
    }
    return new Uint8Array(out.buffer, 0, bytes);
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
