// Encodes renders and drawings into the sizes and formats that the shop serves, and writes both index.json files.
//
//   node store-api/catalog/pictures/encode.mjs [--renders DIR] [name ...]
//
// A name limits the work to that product or page picture. Pictures that are newer than their source stay as they are. A
// picture without a source here gets its missing widths from its largest file. See README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printSlotBytes } from './slot-bytes.mjs';

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
/** Of a render, the widths up to its own and that one. Drawings are 960 wide. slots.json has the widths on screen. */
const renderWidths = [320, 480, 720];
const drawingWidths = [320, 480, 672, 960];
/** Widths of a category's picture. Phones use the larger ones only. */
const categoryWidths = (drawn) => (drawn ? [480, 672, 960] : [480, 720]);
/** Browsers without AVIF, carts and link previews show one JPEG: the first of a picture's widths from this one up. */
const jpegWidth = 640;
/** Ends the name of the 3:2 excerpt that a category shows on phones. */
const wideSuffix = '-wide';

/** Print levels: lifts the paper and deepens the blacks of Blender's film response. */
const print = { gain: 1.06, lift: -8 };
const formats = {
  // An effort of 6 and 4:2:0 save 13 % at the same luminance error. Higher efforts only take longer.
  avif: (image) => image.avif({ quality: 52, effort: 6, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 74, effort: 4, smartSubsample: true }),
  jpg: (image) => image.jpeg({ quality: 76, mozjpeg: true }),
};
/** The pages offer AVIF and JPEG: see mf-catalog/src/pictures/encoded-pictures.ts. */
const responsiveFormats = (folder) => (folder === pageFolder ? ['avif'] : ['avif', 'webp']);

/** The files of a picture, each with its width, format and path. */
function listFiles(folder, name, widths) {
  const file = (width, format) => ({ width, format, path: join(folder, `${name}-${width}.${format}`) });
  const responsive = widths.flatMap((width) => responsiveFormats(folder).map((format) => file(width, format)));
  // The excerpt of a category has no JPEG: browsers without AVIF get the JPEG of the whole picture.
  if (name.endsWith(wideSuffix)) return responsive;
  return [...responsive, file(widths.find((width) => width >= jpegWidth) ?? Math.max(...widths), 'jpg')];
}

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

/** The 3:2 part of a 4:5 picture that a category shows on phones: the full width, from 32 % of the width downwards. */
async function cutWide(image) {
  const master = await image.png().toBuffer();
  const { width } = await sharp(master).metadata();
  const part = { left: 0, top: Math.round(width * 0.32), width, height: Math.round(width / 1.5) };
  return sharp(await sharp(master).extract(part).png().toBuffer());
}

/** Whether a file of a picture is missing or older than the picture's source. */
const isOutdated = (source) => {
  const changed = statSync(source).mtimeMs;
  return ({ path }) => !existsSync(path) || statSync(path).mtimeMs < changed;
};

/** Writes the given files of one picture; returns its entry for index.json. */
async function write(image, files, widths, alt) {
  const master = await image.png().toBuffer();
  const meta = await sharp(master).metadata();
  for (const { width, format, path } of files) {
    let sized = sharp(master);
    if (width < meta.width)
      sized = sized.resize({ width, kernel: 'lanczos3' }).sharpen({ sigma: 0.5, m1: 0.4, m2: 0.8 });
    await formats[format](sized).toFile(path);
  }
  const largest = Math.max(...widths);
  return { alt, width: largest, height: Math.round((largest * meta.height) / meta.width), widths };
}

/** A picture whose source is not here: writes the widths that do not exist yet, from its largest file. */
async function addWidths({ folder, name, alt, old, widths = renderWidths, wideOf }) {
  const sizes = [...new Set([...widths.filter((width) => width <= old.width), old.width])];
  const missing = listFiles(folder, name, sizes).filter(({ path }) => !existsSync(path));
  if (missing.length === 0) return { ...old, alt, widths: sizes };
  const largest = ['jpg', 'webp', 'avif'].map((format) => join(folder, `${wideOf ?? name}-${old.width}.${format}`));
  const image = sharp(largest.find(existsSync));
  return write(wideOf ? await cutWide(image) : image, missing, sizes, alt);
}

async function getWidths(file, wishes) {
  const { width } = await sharp(file).metadata();
  const smaller = wishes.filter((wish) => wish <= width);
  return smaller.length < wishes.length ? [...new Set([...smaller, width])] : smaller;
}

/**
 * One picture from a render if there is one, else from a drawing; `old` is its entry in index.json so far. `wideOf` names
 * the picture that this one is the 3:2 part of.
 */
async function picture({ folder, name, alt, old, renders = [], drawn, crop, widths, wideOf }) {
  const rendered = renders.find(existsSync);
  const source = rendered ?? (drawn && existsSync(drawing(drawn)) ? drawing(drawn) : undefined);
  if (!source) return old && addWidths({ folder, name, alt, old, widths, wideOf });
  const sizes = rendered ? await getWidths(rendered, widths ?? renderWidths) : (widths ?? drawingWidths);
  const outdated = listFiles(folder, name, sizes).filter(isOutdated(source));
  if (outdated.length === 0) {
    const { width, height } = await sharp(join(folder, `${name}-${Math.max(...sizes)}.avif`)).metadata();
    return { alt, width, height, widths: sizes };
  }
  const image = rendered ? await fromRender(rendered) : await fromDrawing(drawn, crop);
  return write(wideOf ? await cutWide(image) : image, outdated, sizes, alt);
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
  for (const [name, { alt, render: scenes = [], drawn, crop, widths, hasWide = false }] of Object.entries(
    pagePictures,
  )) {
    const renders = [scenes].flat().map((scene) => render(scene, 1));
    // A product's picture may stand in for a scene; then its caption does too.
    const shown = [scenes].flat()[renders.findIndex(existsSync)];
    const text = captions[shown]?.[0] ?? alt;
    const source = { folder: pageFolder, alt: text, renders, drawn, crop, widths: widths ?? categoryWidths(drawn) };
    const entry = wanted(name) ? await picture({ ...source, name, old: old[name] }) : old[name];
    if (entry) index[name] = entry;
    if (!entry || !hasWide) continue;
    const wide = name + wideSuffix;
    index[wide] = wanted(name)
      ? await picture({ ...source, name: wide, old: old[wide] ?? entry, wideOf: name, widths: source.widths.slice(1) })
      : old[wide];
  }
  writeIndex(pageFolder, index);
}

/** Removes the files that the pictures in index.json do not have. */
function tidy(folder, pictures) {
  const listed = new Set(
    pictures.flatMap(([name, { widths }]) => listFiles(folder, name, widths).map(({ path }) => path)),
  );
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (/-\d+\.(?:avif|webp|jpg)$/.test(file) && !listed.has(path)) rmSync(path);
  }
}

await encodeProducts();
await encodePages();
const views = Object.entries(readIndex(mediaFolder));
tidy(
  mediaFolder,
  views.flatMap(([handle, list]) => list.map((view, i) => [`${handle}-${i + 1}`, view])),
);
tidy(pageFolder, Object.entries(readIndex(pageFolder)));
printSlotBytes();
