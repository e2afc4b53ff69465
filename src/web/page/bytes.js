/* The program's bytes out of the one file: text of 7 bits a character (dense.c), unpacked by lzlib. */
'use strict';

function fromDense(text) {
    const out = new Uint8Array(text.length * 7 >> 3);
    let bits = 0, have = 0, n = 0;
    for (let i = 0; i < text.length; i++) {
        bits = (bits << 7 | text.charCodeAt(i) & 127) & 0xffff;
        have += 7;
        if (have >= 8)
            out[n++] = bits >> (have -= 8);
    }
    return out;
}

async function programBytes() {
    const part = id => fromDense(document.getElementById(id).textContent);
    const small = new Response(new Blob([part('unpacker')]).stream().pipeThrough(new DecompressionStream('gzip')));
    const none = {wasi_snapshot_preview1: new Proxy({}, {get: () => () => 0})};
    const {instance: {exports: x}} = await WebAssembly.instantiate(await small.arrayBuffer(), none);
    x._initialize();
    const packed = part('program'), size = Number(document.getElementById('program').dataset.size);
    const from = x.unpack_room(packed.length), to = x.unpack_room(size);
    new Uint8Array(x.memory.buffer).set(packed, from);
    if (x.unpack(from, packed.length, to, size) !== size)
        throw new Error('the file is damaged');
    return x.memory.buffer.slice(to, to + size);
}
