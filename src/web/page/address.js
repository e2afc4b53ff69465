/* Addresses: what one asks for, where one is, and links to a scene. */
'use strict';

/* A longer link is packed, and a much longer one not taken by every browser; a scene unpacked from one is never
 * larger. */
const LINK_LONG = 600, LINK_MOST = 1 << 20, SCENE_MOST = 4 << 20, SCENE_BEGINS = '# scene format 1\n';

const fromBase64 = s => Uint8Array.from(atob(s.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
const toBase64 = bytes => btoa(Array.from(bytes, b => String.fromCharCode(b)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

/* Throws if the result has more than SCENE_MOST bytes: a short link can unpack to a gigabyte. */
async function through(bytes, transform) {
    const parts = [];
    let size = 0;
    for (let part, reader = new Blob([bytes]).stream().pipeThrough(transform).getReader(); !(part = await reader.read()).done;) {
        size += part.value.length;
        if (size > SCENE_MOST) {
            reader.cancel();
            throw new RangeError('too large');
        }
        parts.push(part.value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/* Reads an address: {lesson, view, lang, scene}. A scene may come from anyone, or be cut off: then the language
 * at its end is missing. The program checks it. */
async function asked(hash) {
    const words = new URLSearchParams(hash.replace(/^#/, '')), packed = words.get('s'), plain = words.get('scene');
    let scene = null;
    try {
        if (packed !== null)
            scene = await through(fromBase64(packed), new DecompressionStream('deflate-raw'));
        else if (plain !== null)
            scene = /&lang=..$/.test(hash) ? SCENE_BEGINS + plain : '';
    } catch {
        scene = '';
    }
    return {lesson: words.get('lesson'), view: words.get('view'), lang: words.get('lang'), scene};
}

/* Packs the scene of a link that would be long. Returns null if it is too long even so. */
async function shortened(link) {
    const [, before, scene, after] = /^([^<#]*#)scene=(.*)&(lang=..)$/.exec(link) || [];
    if (before === undefined || link.length < LINK_LONG)
        return link;
    const bytes = new TextEncoder().encode(SCENE_BEGINS + decodeURIComponent(scene.replace(/\+/g, ' ')));
    const packed = toBase64(await through(bytes, new CompressionStream('deflate-raw')));
    return bytes.length > SCENE_MOST || packed.length > LINK_MOST ? null : before + after + '&s=' + packed;
}

/* Writes where one is into the address and the title. A step takes the place of the one before; a lesson or a
 * view is one to come back to, but not in a frame: the history is that of the page around it. */
class Place {
    constructor() {
        this.first = document.title;
        this.now = null;
        this.led = true; /* the address leads here: it stays as it is */
    }

    show(place, title) {
        if (place === this.now)
            return;
        const whole = s => s.replace(/[/&].*|^lang.*/, ''), from = this.now;
        this.now = place;
        document.title = at('title').textContent = whole(place) ? title + ' · qkv' : this.first;
        if (!this.led)
            try {
                history[whole(from) !== whole(place) && parent === window ? 'pushState' : 'replaceState'](null, '', '#' + place);
            } catch { /* it is forbidden, or came too often */ }
    }
}
