import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { hasCode } from '../errors/error-code';

/** Description of a view in `catalog/media/index.json`. Width and height are those of the largest file, in pixels. */
const DescribedView = Type.Object({
  alt: Type.String(),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
});
export type DescribedView = Static<typeof DescribedView>;

/** Descriptions of the views of each product, by handle and in order. The folder decides which images exist. */
export type MediaIndex = Map<string, DescribedView[]>;

/**
 * Reads the index of the images. It skips invalid entries, because a missing description must not prevent the start.
 *
 * @param report Receives a message about each entry that is skipped.
 */
export function readMediaIndex(mediaDir: string, report: (message: string) => void): MediaIndex {
  const entries = Object.entries(readJsonObject(join(mediaDir, 'index.json'), report));
  const index: MediaIndex = new Map();
  for (const [handle, views] of entries) {
    if (Check(Type.Array(DescribedView), views)) index.set(handle, views);
    else report(`The image index has an invalid entry "${handle}": its images have no description.`);
  }
  return index;
}

function readJsonObject(path: string, report: (message: string) => void): object {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    report('The image index is not an object: images have no descriptions.');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) report('The image index cannot be read: images have no descriptions.');
  }
  return {};
}
