// Measures the picture bytes that a phone downloads, by slot: a place on a page where pictures have one width.
//
//   node store-api/catalog/pictures/slot-bytes.mjs [--json]
//
// slots.json has the slots of a phone that is 412 CSS pixels wide, and the limit of each. The widths follow from the
// `sizes` in mf-catalog. `denseShare` is the part of the width that counts on dense screens (`capDensity` in mf-catalog).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const mediaFolder = join(here, '../media');
const pageFolder = join(here, '../../../mf-catalog/src/pictures/encoded');

/** Pixel ratios of common phones, 1.75 first: Lighthouse emulates it. */
const pixelRatios = [1.75, 2, 2.625, 3];
/** Pixel ratio from which a screen is dense. */
const denseRatio = 2;

/** The width that Chromium chooses from a srcset in ascending order: the first that fills the slot, else the largest. */
const chooseWidth = (widths, pixels) => widths.find((width) => width >= pixels) ?? widths.at(-1);

/** The pictures of a folder: widths in ascending order by name. Their files are called `<name>-<width>.<format>`. */
export function listPictures(folder) {
  const pictures = new Map();
  for (const file of readdirSync(folder)) {
    const [, name, width] = /^(.+)-(\d+)\.avif$/.exec(file) ?? [];
    if (name)
      pictures.set(
        name,
        [...(pictures.get(name) ?? []), Number(width)].sort((a, b) => a - b),
      );
  }
  return pictures;
}

/** The pictures of a slot as folder, name and widths. */
function listSlotPictures(kind) {
  const isOf = {
    product: () => true,
    'first view': (name) => name.endsWith('-1'),
    category: (name) => name.endsWith('-wide'),
  };
  const folder = kind === 'product' || kind === 'first view' ? mediaFolder : pageFolder;
  const isShown = isOf[kind] ?? ((name) => name === kind);
  return [...listPictures(folder)].flatMap(([name, widths]) => (isShown(name) ? [{ folder, name, widths }] : []));
}

/**
 * Measures every slot.
 *
 * @returns For each slot and pixel ratio: `slot`, `pixelRatio`, number of `pictures`, `median` and `largest` bytes of their
 *   AVIF files, the name of the largest file (`file`), and `limit` in bytes, which holds at the first ratio and on dense screens.
 */
function measureSlots() {
  return JSON.parse(readFileSync(join(here, 'slots.json'), 'utf8')).flatMap(
    ({ name: slot, pictures: kind, width, maxKilobytes, denseShare = 1, maxDenseKilobytes = maxKilobytes }) =>
      pixelRatios.map((pixelRatio) => {
        const isDense = pixelRatio >= denseRatio;
        const pixels = width * pixelRatio * (isDense ? denseShare : 1);
        const files = listSlotPictures(kind)
          .map(({ folder, name, widths }) => {
            const file = `${name}-${chooseWidth(widths, pixels)}.avif`;
            return { file, bytes: statSync(join(folder, file)).size };
          })
          .sort((a, b) => a.bytes - b.bytes);
        const { file, bytes: largest } = files.at(-1);
        const median = files[Math.floor(files.length / 2)].bytes;
        const limit = 1000 * (isDense ? maxDenseKilobytes : maxKilobytes);
        return { slot, pixelRatio, pictures: files.length, median, largest, file, limit };
      }),
  );
}

/** All picture files of the repository, in bytes. */
function measureAllPictures() {
  return [mediaFolder, pageFolder]
    .flatMap((folder) => readdirSync(folder).map((file) => statSync(join(folder, file)).size))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Prints the measurement as a table for people. */
export function printSlotBytes() {
  console.table(measureSlots());
  console.log(`Pictures take ${(measureAllPictures() / 1e6).toFixed(1)} MB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ slots: measureSlots(), total: measureAllPictures() }));
  } else printSlotBytes();
}
