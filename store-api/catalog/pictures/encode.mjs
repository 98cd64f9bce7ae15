// Encodes renders and drawings into the sizes and formats that the shop serves, and writes both index.json files.
//
//   node store-api/catalog/pictures/encode.mjs [--renders DIR] [name ...]
//
// A name limits the work to that product or page picture. What is newer than its source is left as it is, and what has
// no source here stays listed. See README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// People need the message, not the stack.
process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

const sharp = await import('sharp').then(
  (module) => module.default,
  () => {
    throw new Error('The sharp package is missing: run "npm install --save-dev sharp" at the root of the repository.');
  },
);

const here = dirname(fileURLToPath(import.meta.url));
const mediaFolder = join(here, '../media');
const pageFolder = join(here, '../../../mf-catalog/src/pictures/encoded');
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { renders: { type: 'string', default: join(tmpdir(), 'storefront-pictures/renders') } },
});
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const captions = json(join(here, 'captions.json'));
const pagePictures = json(join(here, 'page-pictures.json'));
/** Of a render, the widths up to its own and that one. Drawings are 960 wide. */
const renderWidths = [320, 640, 720];
const drawingWidths = [320, 640, 960];

/** Print levels: lifts the paper and deepens the blacks of Blender's film response. */
const print = { gain: 1.06, lift: -8 };
const formats = {
  avif: (image) => image.avif({ quality: 52, effort: 3, chromaSubsampling: '4:4:4' }),
  webp: (image) => image.webp({ quality: 74, effort: 4, smartSubsample: true }),
  jpg: (image) => image.jpeg({ quality: 76, mozjpeg: true }),
};
/** The pages offer AVIF and JPEG: see mf-catalog/src/pictures/encoded-pictures.ts. */
const extensionsIn = (folder) => (folder === pageFolder ? ['avif', 'jpg'] : Object.keys(formats));

const wanted = (name) => names.length === 0 || names.includes(name);
const drawing = (name) => join(here, 'drawn', `${name}.svg`);
const render = (name, view) => join(options.renders, `${name}-${view}.png`);

/** A render as an 8-bit sRGB picture, with the print levels applied. */
async function fromRender(file) {
  const print8 = sharp(file).removeAlpha().toColourspace('srgb').linear(print.gain, print.lift);
  return sharp(await print8.png().toBuffer());
}

/** A drawing, or the part of it inside crop [x, y, width, height], 960 pixels wide. */
async function fromDrawing(name, crop) {
  let svg = readFileSync(drawing(name), 'utf8');
  if (crop) {
    const [x, y, width, height] = crop;
    svg = svg.replace(/viewBox="[^"]+" width="\d+" height="\d+"/, () => {
      const tall = Math.round((960 * height) / width);
      return `viewBox="${x} ${y} ${width} ${height}" width="960" height="${tall}"`;
    });
  }
  return sharp(await sharp(Buffer.from(svg), { unlimited: true }).flatten().png().toBuffer());
}

/** Whether every file of a picture is there and newer than what it is made from. */
function upToDate(source, folder, name, widths) {
  const files = widths.flatMap((width) => extensionsIn(folder).map((ext) => join(folder, `${name}-${width}.${ext}`)));
  return files.every((file) => existsSync(file) && statSync(file).mtimeMs >= statSync(source).mtimeMs);
}

/** Writes every width and format of one picture; returns its entry for index.json. */
async function write(image, folder, name, widths, alt) {
  const master = await image.png().toBuffer();
  const meta = await sharp(master).metadata();
  for (const width of widths) {
    for (const extension of extensionsIn(folder)) {
      let sized = sharp(master);
      if (width < meta.width)
        sized = sized.resize({ width, kernel: 'lanczos3' }).sharpen({ sigma: 0.5, m1: 0.4, m2: 0.8 });
      await formats[extension](sized).toFile(join(folder, `${name}-${width}.${extension}`));
    }
  }
  const largest = Math.max(...widths);
  return { alt, width: largest, height: Math.round((largest * meta.height) / meta.width), widths };
}

async function getWidths(file, wishes) {
  const { width } = await sharp(file).metadata();
  const smaller = wishes.filter((wish) => wish <= width);
  return smaller.length < wishes.length ? [...new Set([...smaller, width])] : smaller;
}

/** One picture from a render if there is one, else from a drawing; `old` is its entry in index.json so far. */
async function picture({ folder, name, alt, old, renders = [], drawn, crop, widths }) {
  const rendered = renders.find(existsSync);
  const source = rendered ?? (drawn && existsSync(drawing(drawn)) ? drawing(drawn) : undefined);
  if (!source) return old && { ...old, alt };
  const sizes = rendered ? await getWidths(rendered, widths ?? renderWidths) : drawingWidths;
  if (upToDate(source, folder, name, sizes)) {
    const { width, height } = await sharp(join(folder, `${name}-${Math.max(...sizes)}.jpg`)).metadata();
    return { alt, width, height, widths: sizes };
  }
  return write(rendered ? await fromRender(rendered) : await fromDrawing(drawn, crop), folder, name, sizes, alt);
}

function writeIndex(folder, index) {
  const oneLine = (_, numbers) => `[${numbers.replaceAll(/\s+/g, ' ')}]`;
  const text = JSON.stringify(index, null, 2).replaceAll(/\[\s+([\d,\s]+?)\s+\]/g, oneLine);
  writeFileSync(join(folder, 'index.json'), `${text}\n`);
}

function readIndex(folder) {
  const file = join(folder, 'index.json');
  return existsSync(file) ? json(file) : {};
}

async function encodeProducts() {
  mkdirSync(mediaFolder, { recursive: true });
  const old = readIndex(mediaFolder);
  const index = {};
  for (const [handle, texts] of Object.entries(captions)) {
    const entries = [];
    for (const [i, alt] of texts.entries()) {
      const known = old[handle]?.[i];
      const entry = wanted(handle)
        ? await picture({
            folder: mediaFolder,
            name: `${handle}-${i + 1}`,
            alt,
            old: known,
            renders: [render(handle, i + 1)],
            drawn: i === 0 ? handle : undefined,
          })
        : known;
      if (entry) entries.push(entry);
    }
    if (entries.length > 0) index[handle] = entries;
  }
  writeIndex(mediaFolder, index);
}

async function encodePages() {
  mkdirSync(pageFolder, { recursive: true });
  const old = readIndex(pageFolder);
  const index = {};
  for (const [name, { alt, render: scenes = [], drawn, crop, widths }] of Object.entries(pagePictures)) {
    const renders = [scenes].flat().map((scene) => render(scene, 1));
    // A product's picture may stand in for a scene; then its caption does too.
    const shown = [scenes].flat()[renders.findIndex(existsSync)];
    const text = captions[shown]?.[0] ?? alt;
    const entry = wanted(name)
      ? await picture({ folder: pageFolder, name, alt: text, old: old[name], renders, drawn, crop, widths })
      : old[name];
    if (entry) index[name] = entry;
  }
  writeIndex(pageFolder, index);
}

/** Removes the files that index.json does not list. */
function tidy(folder, listed) {
  for (const file of readdirSync(folder)) {
    const parts = /^(.+)-(\d+)\.(?:avif|webp|jpg)$/.exec(file);
    if (parts && !listed.get(parts[1])?.includes(Number(parts[2]))) rmSync(join(folder, file));
  }
}

await encodeProducts();
await encodePages();
const views = Object.entries(readIndex(mediaFolder));
tidy(
  mediaFolder,
  new Map(views.flatMap(([handle, list]) => list.map(({ widths }, i) => [`${handle}-${i + 1}`, widths]))),
);
tidy(pageFolder, new Map(Object.entries(readIndex(pageFolder)).map(([name, { widths }]) => [name, widths])));
const bytes = [mediaFolder, pageFolder]
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .reduce((sum, file) => sum + readFileSync(file).length, 0);
process.stdout.write(`Pictures take ${(bytes / 1e6).toFixed(1)} MB\n`);
