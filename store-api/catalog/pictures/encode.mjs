// Encodes photographs into the sizes and formats that the shop serves, and writes the index.json of the pages.
//
//   node store-api/catalog/pictures/encode.mjs --photographs DIR [name ...]
//
// A name limits the work to that product or page picture. Pictures that are newer than their source stay as they are. A
// picture without a source here gets its missing widths from its largest file. See README.md.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listPictures, printSlotBytes } from './slot-bytes.mjs';

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
  options: { photographs: { type: 'string' } },
});
if (!options.photographs)
  throw new Error('Say where the photographs are: --photographs DIR. README.md has their names.');
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const captions = json(join(mediaFolder, 'captions.json'));
const pagePictures = json(join(here, 'page-pictures.json'));
/** Of a photograph, the widths up to its own and that one. slots.json has the widths on screen. */
const firstViewWidths = [320, 480, 720];
/** Further views are only in the gallery of their product: as a thumbnail and large. */
const furtherViewWidths = [160, 720];
/** Widths of a category's picture. Phones use the larger one only. */
const categoryWidths = [480, 720];
/** Browsers without AVIF, carts and link previews show one JPEG: the first of a picture's widths from this one up. */
const jpegWidth = 640;
/** Ends the name of the 3:2 excerpt that a category shows on phones. */
const wideSuffix = '-wide';

const formats = {
  // An effort of 6 and 4:2:0 save 13 % at the same luminance error. Higher efforts only take longer.
  avif: (image, quality = 52) => image.avif({ quality, effort: 6, chromaSubsampling: '4:2:0' }),
  jpg: (image, quality = 76) => image.jpeg({ quality, mozjpeg: true }),
};
/** Close views of a weave need more bytes than a phone should download: they get the first quality that fits. */
const furtherViewQualities = { avif: [52, 42, 34], jpg: [60] };
const furtherViewBytes = 30_000;

/** The files of a picture, each with its width, format and path. */
function listFiles(folder, name, widths) {
  const file = (width, format) => ({ width, format, path: join(folder, `${name}-${width}.${format}`) });
  const responsive = widths.map((width) => file(width, 'avif'));
  // The excerpt of a category has no JPEG: browsers without AVIF get the JPEG of the whole picture.
  if (name.endsWith(wideSuffix)) return responsive;
  return [...responsive, file(widths.find((width) => width >= jpegWidth) ?? Math.max(...widths), 'jpg')];
}

const wanted = (name) => names.length === 0 || names.includes(name);
const getPhotograph = (name, view) => join(options.photographs, `${name}-${view}.png`);

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

/** Writes the given files of one picture. */
async function write(image, files, qualities = {}) {
  const master = await image.png().toBuffer();
  const meta = await sharp(master).metadata();
  for (const { width, format, path } of files) {
    let sized = sharp(master);
    if (width < meta.width)
      sized = sized.resize({ width, kernel: 'lanczos3' }).sharpen({ sigma: 0.5, m1: 0.4, m2: 0.8 });
    for (const quality of qualities[format] ?? [undefined]) {
      const { size } = await formats[format](sized.clone(), quality).toFile(path);
      if (size <= furtherViewBytes) break;
    }
  }
}

/** A picture whose source is not here: writes the widths that do not exist yet, from its largest file. Returns all widths. */
async function addWidths({ folder, name, widths, wideOf = name }) {
  const known = listPictures(folder);
  const largest = known.get(wideOf)?.at(-1);
  if (!largest) return undefined;
  const top = known.get(name)?.at(-1) ?? largest;
  const sizes = [...new Set([...widths.filter((width) => width <= top), top])];
  const missing = listFiles(folder, name, sizes).filter(({ path }) => !existsSync(path));
  const files = ['jpg', 'avif'].map((format) => join(folder, `${wideOf}-${largest}.${format}`));
  const image = sharp(files.find(existsSync));
  if (missing.length > 0) await write(wideOf === name ? image : await cutWide(image), missing);
  return sizes;
}

async function getWidths(file, wishes) {
  const { width } = await sharp(file).metadata();
  const smaller = wishes.filter((wish) => wish <= width);
  return smaller.length < wishes.length ? [...new Set([...smaller, width])] : smaller;
}

/**
 * Writes one picture from the first photograph that exists. `wideOf` names the picture that this one is the 3:2 part of. Returns its
 * widths; undefined when there is neither a photograph nor a file.
 */
async function picture({ folder, name, photographs, widths, qualities, wideOf }) {
  if (!wanted(wideOf ?? name.replace(/-\d+$/, ''))) return listPictures(folder).get(name);
  const source = photographs.find(existsSync);
  if (!source) return addWidths({ folder, name, widths, wideOf });
  const sizes = await getWidths(source, widths);
  const outdated = listFiles(folder, name, sizes).filter(isOutdated(source));
  if (outdated.length > 0) {
    const image = sharp(source).removeAlpha().toColourspace('srgb');
    await write(wideOf ? await cutWide(image) : image, outdated, qualities);
  }
  return sizes;
}

/** Writes the pictures of the products. Returns name and widths of each. */
async function encodeProducts() {
  const written = [];
  for (const [handle, texts] of Object.entries(captions)) {
    for (const view of texts.keys()) {
      const name = `${handle}-${view + 1}`;
      const encoding =
        view === 0 ? { widths: firstViewWidths } : { widths: furtherViewWidths, qualities: furtherViewQualities };
      const photographs = [getPhotograph(handle, view + 1)];
      written.push([name, await picture({ folder: mediaFolder, name, photographs, ...encoding })]);
    }
  }
  return written;
}

/** Writes the pictures of the pages and their index.json. Returns name and widths of each. */
async function encodePages() {
  const written = [];
  const index = {};
  const add = async (name, alt, options) => {
    const widths = await picture({ folder: pageFolder, name, ...options });
    if (!widths) return;
    const { width, height } = await sharp(join(pageFolder, `${name}-${Math.max(...widths)}.avif`)).metadata();
    index[name] = { alt, width, height, widths };
    written.push([name, widths]);
  };
  for (const [name, { alt, photograph, widths = categoryWidths, hasWide }] of Object.entries(pagePictures)) {
    // A product's photograph may stand in for one of its own; then its caption does too.
    const sources = [name, photograph].flatMap((source) => source ?? []);
    const photographs = sources.map((source) => getPhotograph(source, 1));
    const text = captions[sources[photographs.findIndex(existsSync)]]?.[0] ?? alt;
    await add(name, text, { photographs, widths });
    const part = { photographs, widths: widths.slice(1), wideOf: name };
    if (hasWide) await add(name + wideSuffix, text, part);
  }
  const oneLine = (_, numbers) => `[${numbers.replaceAll(/\s+/g, ' ')}]`;
  const text = JSON.stringify(index, null, 2).replaceAll(/\[\s+([\d,\s]+?)\s+\]/g, oneLine);
  writeFileSync(join(pageFolder, 'index.json'), `${text}\n`);
  return written;
}

/** Removes the files of other pictures and widths. */
function tidy(folder, pictures) {
  const listed = new Set(
    pictures.flatMap(([name, widths]) => (widths ? listFiles(folder, name, widths).map(({ path }) => path) : [])),
  );
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    if (/-\d+\.(?:avif|webp|jpg)$/.test(file) && !listed.has(path)) rmSync(path);
  }
}

tidy(mediaFolder, await encodeProducts());
tidy(pageFolder, await encodePages());
printSlotBytes();
