import { join } from 'node:path';
import { seedCatalog } from '../../catalog/seed-catalog';
import { packageRoot } from '../package-root';
import { listImageFiles } from './image-files';
import { readMediaIndex } from './media-index';

const catalogMedia = join(packageRoot, 'catalog/media');

/** What is worn is drawn; what a kitchen needs is rendered. */
const drawn = new Set(['Men', 'Women', 'Accessories']);

describe('the pictures of the catalogue', () => {
  const views = listImageFiles(catalogMedia);
  const kitchen = seedCatalog.flatMap(({ name, products }) => (drawn.has(name) ? [] : products));

  it('show every product of the kitchen', () => {
    expect(kitchen.filter(({ handle }) => !views.has(handle))).toEqual([]);
    expect(kitchen.length).toBeGreaterThanOrEqual(28);
  });

  it('show eight products of the kitchen from a second side', () => {
    const twice = kitchen.filter(({ handle }) => (views.get(handle)?.length ?? 0) > 1);
    expect(twice.length).toBeGreaterThanOrEqual(8);
  });

  it('come in every format at each width', () => {
    const widths = (files: { width: number }[]) => files.map(({ width }) => width);
    for (const { files } of [...views.values()].flat()) {
      expect(widths(files.avif)).toEqual(widths(files.jpg));
      expect(widths(files.webp)).toEqual(widths(files.jpg));
    }
  });

  it('are described, each of them', () => {
    const messages: string[] = [];
    const index = readMediaIndex(catalogMedia, (message) => messages.push(message));
    expect(messages).toEqual([]);
    const counts = (of: Map<string, unknown[]>) => new Map([...of].map(([handle, list]) => [handle, list.length]));
    expect(counts(index)).toEqual(counts(views));
  });
});
