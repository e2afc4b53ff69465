/* Files that the reader gives: dropped on the page, or chosen. A folder, or files among which are a model's
 * config.json or weights, is a model; only those of its files are read that the program may ask for. */
'use strict';

const GIVEN_BYTES = 2 ** 30, OF_A_MODEL = /(^|\/)(config\.json|[^/]*\.safetensors)$/, WEIGHTS = /\.safetensors$/;

const promised = (object, method) => new Promise((done, failed) => object[method](done, failed));

/* Returns [{path, file}] of a dropped file or folder, without folders in it. */
async function filesOf(entry) {
    if (entry.isFile)
        return [{path: entry.name, file: await promised(entry, 'file')}];
    const reader = entry.createReader(), all = [];
    for (let some; (some = await promised(reader, 'readEntries')).length > 0;)
        for (const one of some.filter(e => e.isFile))
            all.push({path: entry.name + '/' + one.name, file: await promised(one, 'file')});
    return all;
}

/* Call it during the event: the list of what was dropped is empty once that is over. */
async function dropped({items, files}) {
    const folders = [...items].map(item => item.webkitGetAsEntry()).filter(entry => entry && entry.isDirectory);
    const single = [...files].filter(file => !folders.some(folder => folder.name === file.name));
    const inside = await Promise.all(folders.map(filesOf));
    return [...single.map(file => ({path: file.name, file})), ...inside.flat()];
}

/* Writes what was given below /files. Returns the paths for web_file. */
async function keepGiven(files, given) {
    const isModel = given.some(({path}) => OF_A_MODEL.test(path));
    const wanted = isModel ? given.filter(({path}) => /\.(json|txt|safetensors)$/.test(path)) : given;
    if (wanted.reduce((n, {file}) => n + file.size, 0) > GIVEN_BYTES)
        throw new Error('too large');
    const paths = [];
    for (const {path, file} of wanted) {
        const name = path.replace(/[^\p{L}\p{N}._/-]/gu, '_');
        const at = '/files/' + (isModel && !name.includes('/') ? 'model/' : '') + name;
        files.write(at, new Uint8Array(await file.arrayBuffer()));
        paths.push(at);
    }
    return isModel ? [paths[0].replace(/[^/]*$/, '')] : paths;
}

/* Calls open(path) for each. The program has copied weights by then: a second copy is dropped. */
async function takeGiven(files, given, open) {
    for (const path of await keepGiven(files, given)) {
        open(path);
        files.paths().filter(p => p.startsWith(path) && WEIGHTS.test(p)).forEach(p => files.remove(p));
    }
}
