// Encodes renders and drawings into the sizes and formats that the shop serves, and writes both index.json files.
//
//   node store-api/catalog/pictures/encode.mjs [--renders DIR] [name ...]
//
// A name limits the work to that product or page picture; everything already encoded stays listed.
// Needs the `sharp` package (npm install --save-dev sharp); see README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const sharp = await import('sharp').then(
  (module) => module.default,
  () => {
    throw new Error('The sharp package is missing: run "npm install --save-dev sharp" at the root of the repository.');
  },
);

const here = dirname(fileURLToPath(import.meta.url));
const mediaFolder = join(here, '../media');
const pageFolder = join(here, '../../../mf-catalog/src/pictures');
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { renders: { type: 'string', default: join(tmpdir(), 'storefront-pictures/renders') } },
});
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const captions = json(join(here, 'captions.json'));
const pagePictures = json(join(here, 'page-pictures.json'));
const productWidths = [320, 640, 960];

/** Print levels: lifts the paper and deepens the blacks of Blender's film response. */
const print = { gain: 1.06, lift: -8 };
const formats = {
  avif: (image) => image.avif({ quality: 52, effort: 6, chromaSubsampling: '4:4:4' }),
  webp: (image) => image.webp({ quality: 74, effort: 6, smartSubsample: true }),
  jpg: (image) => image.jpeg({ quality: 76, mozjpeg: true }),
};

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

/** Writes every width and format of one picture; returns its entry for index.json. */
async function write(image, folder, name, widths, alt) {
  const master = await image.png().toBuffer();
  const meta = await sharp(master).metadata();
  for (const width of widths) {
    for (const [extension, encode] of Object.entries(formats)) {
      let sized = sharp(master);
      if (width < meta.width)
        sized = sized.resize({ width, kernel: 'lanczos3' }).sharpen({ sigma: 0.5, m1: 0.4, m2: 0.8 });
      await encode(sized).toFile(join(folder, `${name}-${width}.${extension}`));
    }
  }
  const largest = Math.max(...widths);
  return { alt, width: largest, height: Math.round((largest * meta.height) / meta.width), widths };
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
      const view = i + 1;
      const name = `${handle}-${view}`;
      if (wanted(handle) && existsSync(render(handle, view))) {
        entries.push(await write(await fromRender(render(handle, view)), mediaFolder, name, productWidths, alt));
      } else if (wanted(handle) && view === 1 && existsSync(drawing(handle))) {
        entries.push(await write(await fromDrawing(handle), mediaFolder, name, productWidths, alt));
      } else if (old[handle]?.[i]) entries.push({ ...old[handle][i], alt });
    }
    if (entries.length > 0) index[handle] = entries;
  }
  writeFileSync(join(mediaFolder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
}

async function encodePages() {
  mkdirSync(pageFolder, { recursive: true });
  const index = readIndex(pageFolder);
  for (const [name, { alt, render: renders, drawn, crop, widths = productWidths }] of Object.entries(pagePictures)) {
    const file = [renders ?? []]
      .flat()
      .map((r) => render(r, 1))
      .find(existsSync);
    if (wanted(name) && file) index[name] = await write(await fromRender(file), pageFolder, name, widths, alt);
    else if (wanted(name) && drawn && existsSync(drawing(drawn))) {
      index[name] = await write(await fromDrawing(drawn, crop), pageFolder, name, widths, alt);
    }
  }
  writeFileSync(join(pageFolder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
}

await encodeProducts();
await encodePages();
const bytes = [mediaFolder, pageFolder]
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .reduce((sum, file) => sum + readFileSync(file).length, 0);
process.stdout.write(`Pictures take ${(bytes / 1e6).toFixed(1)} MB\n`);
