import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { hasCode } from '../errors/error-code';

/** One view of a product in `catalog/media/index.json`. Width and height of the largest file, in pixels. */
const PhotographedView = Type.Object({
  alt: Type.String(),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  widths: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
});
export type PhotographedView = Static<typeof PhotographedView>;

/** The views of each product that has been photographed, by handle. */
export type MediaIndex = Map<string, PhotographedView[]>;

/**
 * Reads the index of the photographs. Entries that are not of its form are left out, and without an index there are no
 * photographs: a picture that is missing never keeps the shop from opening.
 *
 * @param report Is told in one sentence what could not be used.
 */
export function readMediaIndex(mediaDir: string, report: (sentence: string) => void): MediaIndex {
  const entries = Object.entries(readJsonObject(join(mediaDir, 'index.json'), report));
  const index: MediaIndex = new Map();
  for (const [handle, views] of entries) {
    if (Check(Type.Array(PhotographedView, { minItems: 1 }), views)) index.set(handle, views);
    else report(`The picture index has an entry that cannot be read, "${handle}": it is drawn instead.`);
  }
  return index;
}

function readJsonObject(path: string, report: (sentence: string) => void): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    report('The picture index is not an object: every product is drawn.');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) report('The picture index cannot be read: every product is drawn.');
  }
  return {};
}
