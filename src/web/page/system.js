/* What the program expects of its system (WASI), on memory. Files below /home are kept in the browser's
 * storage: each write is handed to it before the call returns. Browsers put it on the disk some seconds later,
 * so a page that is closed or crashes loses nothing, a browser that is killed the last seconds. What the browser
 * does not take is kept in memory instead, and `refused` is called. All else lives as long as the page; a
 * file that the program renames into place elsewhere is offered as a download. */
'use strict';

const ERRNO = {ok: 0, badf: 8, exist: 20, inval: 28, isdir: 31, noent: 44, notdir: 54, notempty: 55};
const KIND = {folder: 3, file: 4};
const ROOT = 3, STORED = 'qkv:';

/* The names of the sessions that other tabs hold, and the name of this one. Without locks (plain http) every
 * session but the last one of this tab counts as held: none is ever taken from a tab that runs. */
async function claimSession() {
    const number = 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 0x3fffffff;
    const nameOf = n => STORED + n;
    let held = null, mine = 0;
    try {
        mine = Number(sessionStorage.getItem(nameOf('session')));
        sessionStorage.setItem(nameOf('session'), number);
    } catch { /* storage is forbidden: nothing is kept */ }
    try {
        const state = await navigator.locks.query();
        held = new Set(state.held.map(lock => lock.name));
        navigator.locks.request(nameOf(number), () => new Promise(() => {})).catch(() => {});
    } catch { /* there are none, or they are forbidden with the storage */ }
    return {number, isHeld: other => other !== number && (held ? held.has(nameOf(other)) : other !== mine)};
}

/* Files by their paths. A kept file's bytes are a string of characters below 256. */
class Files {
    constructor() {
        this.inMemory = new Map();
        this.folders = new Set(['/', '/home', '/files']);
        this.refused = () => {};
        this.store = null;
        try {
            window.localStorage.setItem(STORED + 'tried', '');
            window.localStorage.removeItem(STORED + 'tried');
            this.store = window.localStorage;
        } catch { /* it is forbidden, or takes nothing */ }
    }

    static isKept(path) {
        return path.startsWith('/home/');
    }

    read(path) {
        if (this.inMemory.has(path) || !Files.isKept(path))
            return this.inMemory.get(path);
        const s = this.store && this.store.getItem(STORED + path);
        return typeof s === 'string' ? Uint8Array.from(s, c => c.charCodeAt(0)) : undefined;
    }

    write(path, bytes) {
        const all = this.keeps();
        this.inMemory.delete(path);
        if (this.store && Files.isKept(path))
            try {
                let s = '';
                for (let i = 0; i < bytes.length; i += 8192)
                    s += String.fromCharCode(...bytes.subarray(i, i + 8192));
                this.store.setItem(STORED + path, s);
                return;
            } catch {
                if (all)
                    this.refused();
            }
        this.inMemory.set(path, bytes);
    }

    /* Whether the browser has taken all that should be kept. */
    keeps() {
        return this.store && ![...this.inMemory.keys()].some(Files.isKept);
    }

    remove(path) {
        if (Files.isKept(path))
            this.store && this.store.removeItem(STORED + path);
        this.inMemory.delete(path);
    }

    has(path) {
        return this.folders.has(path) || this.read(path) !== undefined;
    }

    /* Kept files make their folders, since only files are stored. */
    isFolder(path) {
        return this.folders.has(path) || this.paths().some(p => p.startsWith(path + '/'));
    }

    paths() {
        const kept = this.store ? Object.keys(this.store).filter(k => k.startsWith(STORED + '/')) : [];
        return [...this.inMemory.keys(), ...kept.map(k => k.slice(STORED.length))];
    }

    /* The names in a folder. */
    list(path) {
        const base = path === '/' ? '/' : path + '/';
        const below = [...this.paths(), ...this.folders].filter(p => p.startsWith(base) && p !== path);
        return [...new Set(below.map(p => p.slice(base.length).split('/')[0]))].filter(Boolean).sort();
    }
}

/* Makes the imports of the program. `download(name, bytes)` is called for a file meant for the reader. */
function makeSystem(session, environment, download) {
    const files = new Files(), open = new Map([[ROOT, {path: '/', folder: true}]]);
    const encoder = new TextEncoder(), decoder = new TextDecoder();
    let memory = null, nextFd = ROOT + 1;
    const bytes = () => new Uint8Array(memory.buffer), view = () => new DataView(memory.buffer);
    const textAt = (at, n) => decoder.decode(bytes().slice(at, at + n));
    const pathAt = (fd, at, n) => ('/' + open.get(fd).path + '/' + textAt(at, n)).replace(/\/+/g, '/').replace(/(.)\/$/, '$1');

    function putStat(at, path) {
        const v = view(), data = files.isFolder(path) ? null : files.read(path);
        bytes().fill(0, at, at + 64);
        v.setUint8(at + 16, data ? KIND.file : KIND.folder);
        v.setBigUint64(at + 24, data || files.isFolder(path) ? 1n : 0n, true);
        v.setBigUint64(at + 32, BigInt(data ? data.length : 0), true);
        return ERRNO.ok;
    }

    /* Writes at an offset of an open file and through to the store. */
    function put(file, at, data) {
        const now = files.read(file.path) || new Uint8Array(0);
        const grown = new Uint8Array(Math.max(now.length, at + data.length));
        grown.set(now);
        grown.set(data, at);
        files.write(file.path, grown);
    }

    function vectors(at, count) {
        const v = view(), parts = [];
        for (let i = 0; i < count; i++)
            parts.push([v.getUint32(at + 8 * i, true), v.getUint32(at + 8 * i + 4, true)]);
        return parts;
    }

    /* Reads from an offset of an open file; returns how many bytes there are. */
    function get(file, from, at, count) {
        const data = files.read(file.path) || new Uint8Array(0);
        let n = 0;
        for (const [to, room] of vectors(at, count)) {
            const part = data.subarray(from + n, from + n + room);
            bytes().set(part, to);
            n += part.length;
        }
        return n;
    }

    function gather(at, count) {
        const parts = vectors(at, count), all = new Uint8Array(parts.reduce((n, p) => n + p[1], 0));
        let n = 0;
        for (const [from, length] of parts) {
            all.set(bytes().subarray(from, from + length), n);
            n += length;
        }
        return all;
    }

    const strings = environment.map(s => encoder.encode(s + '\0'));
    const calls = {
        environ_sizes_get(count, size) {
            view().setUint32(count, strings.length, true);
            view().setUint32(size, strings.reduce((n, s) => n + s.length, 0), true);
            return ERRNO.ok;
        },
        environ_get(at, buffer) {
            for (const s of strings) {
                view().setUint32(at, buffer, true);
                bytes().set(s, buffer);
                at += 4;
                buffer += s.length;
            }
            return ERRNO.ok;
        },
        clock_time_get(id, precision, at) {
            const ms = id === 0 ? Date.now() : performance.now();
            view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
            return ERRNO.ok;
        },
        fd_prestat_get(fd, at) {
            if (fd !== ROOT)
                return ERRNO.badf;
            view().setUint32(at, 0, true);
            view().setUint32(at + 4, 1, true);
            return ERRNO.ok;
        },
        fd_prestat_dir_name(fd, at) {
            bytes()[at] = 0x2f;
            return ERRNO.ok;
        },
        fd_fdstat_get(fd, at) {
            const file = open.get(fd);
            if (!file && fd > 2)
                return ERRNO.badf;
            bytes().fill(0, at, at + 24);
            view().setUint8(at, file && file.folder ? KIND.folder : KIND.file);
            view().setBigUint64(at + 8, ~0n & 0xffffffffffffffffn, true);
            view().setBigUint64(at + 16, ~0n & 0xffffffffffffffffn, true);
            return ERRNO.ok;
        },
        fd_fdstat_set_flags: () => ERRNO.ok,
        fd_sync: () => ERRNO.ok,
        fd_datasync: () => ERRNO.ok,
        fd_close: fd => open.delete(fd) ? ERRNO.ok : ERRNO.badf,
        fd_filestat_get: (fd, at) => open.has(fd) ? putStat(at, open.get(fd).path) : ERRNO.badf,
        fd_filestat_set_size(fd, size) {
            const file = open.get(fd), sized = new Uint8Array(Number(size));
            sized.set((files.read(file.path) || new Uint8Array(0)).subarray(0, sized.length));
            files.write(file.path, sized);
            return ERRNO.ok;
        },
        fd_seek(fd, offset, whence, at) {
            const file = open.get(fd);
            if (!file)
                return ERRNO.badf;
            const from = [0, file.at, (files.read(file.path) || []).length][whence];
            file.at = from + Number(offset);
            view().setBigUint64(at, BigInt(file.at), true);
            return ERRNO.ok;
        },
        fd_read(fd, at, count, done) {
            const file = open.get(fd);
            if (!file || file.folder)
                return file ? ERRNO.isdir : ERRNO.badf;
            const n = get(file, file.at, at, count);
            file.at += n;
            view().setUint32(done, n, true);
            return ERRNO.ok;
        },
        fd_pread(fd, at, count, offset, done) {
            const file = open.get(fd);
            if (!file || file.folder)
                return file ? ERRNO.isdir : ERRNO.badf;
            view().setUint32(done, get(file, Number(offset), at, count), true);
            return ERRNO.ok;
        },
        fd_write(fd, at, count, done) {
            const data = gather(at, count), file = open.get(fd);
            if (fd === 1 || fd === 2)
                console.log(decoder.decode(data));
            else if (!file)
                return ERRNO.badf;
            else {
                put(file, file.append ? (files.read(file.path) || []).length : file.at, data);
                file.at += data.length;
            }
            view().setUint32(done, data.length, true);
            return ERRNO.ok;
        },
        fd_pwrite(fd, at, count, offset, done) {
            const data = gather(at, count), file = open.get(fd);
            if (!file)
                return ERRNO.badf;
            put(file, Number(offset), data);
            view().setUint32(done, data.length, true);
            return ERRNO.ok;
        },
        fd_readdir(fd, at, room, cookie, done) {
            const file = open.get(fd), names = files.list(file.path);
            let n = 0;
            for (let i = Number(cookie); i < names.length && n < room; i++) {
                const name = encoder.encode(names[i]), entry = new Uint8Array(24 + name.length), v = new DataView(entry.buffer);
                v.setBigUint64(0, BigInt(i + 1), true);
                v.setBigUint64(8, BigInt(i + 1), true);
                v.setUint32(16, name.length, true);
                v.setUint8(20, files.isFolder((file.path + '/' + names[i]).replace(/\/+/g, '/')) ? KIND.folder : KIND.file);
                entry.set(name, 24);
                bytes().set(entry.subarray(0, room - n), at + n);
                n += Math.min(entry.length, room - n);
            }
            view().setUint32(done, n, true);
            return ERRNO.ok;
        },
        path_create_directory(fd, at, n) {
            const path = pathAt(fd, at, n);
            if (files.has(path) || files.isFolder(path))
                return ERRNO.exist;
            files.folders.add(path);
            return ERRNO.ok;
        },
        path_filestat_get(fd, flags, at, n, to) {
            const path = pathAt(fd, at, n);
            return files.isFolder(path) || files.has(path) ? putStat(to, path) : ERRNO.noent;
        },
        path_open(fd, lookup, at, n, flags, rights, inheriting, fdflags, to) {
            const CREATE = 1, FOLDER = 2, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
            const path = pathAt(fd, at, n), folder = files.isFolder(path), there = folder || files.has(path);
            if (there && flags & CREATE && flags & EXCLUSIVE)
                return ERRNO.exist;
            if (!there && !(flags & CREATE && files.isFolder(path.replace(/\/[^/]*$/, '') || '/')))
                return ERRNO.noent;
            if (!folder && flags & FOLDER)
                return ERRNO.notdir;
            if ((!there || flags & TRUNCATE) && !folder)
                files.write(path, new Uint8Array(0));
            open.set(nextFd, {path, folder, at: 0, append: Boolean(fdflags & APPEND)});
            view().setUint32(to, nextFd++, true);
            return ERRNO.ok;
        },
        path_remove_directory(fd, at, n) {
            const path = pathAt(fd, at, n);
            if (!files.isFolder(path))
                return ERRNO.notdir;
            if ([...files.paths(), ...files.folders].some(p => p.startsWith(path + '/')))
                return ERRNO.notempty;
            files.folders.delete(path);
            return ERRNO.ok;
        },
        path_rename(fd, at, n, toFd, toAt, toN) {
            const from = pathAt(fd, at, n), to = pathAt(toFd, toAt, toN), data = files.read(from);
            if (!data)
                return ERRNO.noent;
            files.write(to, data);
            files.remove(from);
            if (!Files.isKept(to))
                download(to.split('/').pop(), data);
            return ERRNO.ok;
        },
        path_unlink_file(fd, at, n) {
            const path = pathAt(fd, at, n);
            if (!files.has(path))
                return ERRNO.noent;
            files.remove(path);
            return ERRNO.ok;
        },
        proc_exit(status) {
            throw new Error('the program ended with status ' + status);
        },
    };
    const page = {
        number: () => session.number,
        held(fd) {
            const journal = /\/(\d+)(-\d+)?\.journal$/.exec((open.get(fd) || {path: ''}).path);
            return journal && session.isHeld(Number(journal[1])) ? 1 : 0;
        },
    };
    return {
        imports: {wasi_snapshot_preview1: calls, page},
        files,
        setMemory(given) {
            memory = given;
        },
    };
}
