import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { hasCode } from '../errors/error-code';

/** What `catalog/media/index.json` says of a view. Width and height of the largest file, in pixels. */
const DescribedView = Type.Object({
  alt: Type.String(),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
});
export type DescribedView = Static<typeof DescribedView>;

/** The views of each product, the first first, by handle. Which pictures there are is for the folder to say. */
export type MediaIndex = Map<string, DescribedView[]>;

/**
 * Reads the index of the pictures. Entries that are not of its form are left out: a picture that is not described never
 * keeps the shop from opening.
 *
 * @param report Receives one message that names the unusable entries.
 */
export function readMediaIndex(mediaDir: string, report: (message: string) => void): MediaIndex {
  const entries = Object.entries(readJsonObject(join(mediaDir, 'index.json'), report));
  const index: MediaIndex = new Map();
  for (const [handle, views] of entries) {
    if (Check(Type.Array(DescribedView), views)) index.set(handle, views);
    else
      report(`The picture index has an entry that cannot be read, "${handle}": its pictures go without a description.`);
  }
  return index;
}

function readJsonObject(path: string, report: (message: string) => void): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    report('The picture index is not an object: pictures go without descriptions.');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) report('The picture index cannot be read: pictures go without descriptions.');
  }
  return {};
}
