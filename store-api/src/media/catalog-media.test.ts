import { join } from 'node:path';
import { seedCatalog } from '../../catalog/seed-catalog';
import { packageRoot } from '../package-root';
import { listImageFiles } from './image-files';
import { readMediaIndex } from './media-index';

const catalogMedia = join(packageRoot, 'catalog/media');

/** Products of these categories have drawings. Kitchen products have rendered images. */
const drawnCategories = new Set(['Men', 'Women', 'Accessories']);

describe('images of the catalogue', () => {
  const views = listImageFiles(catalogMedia);
  const kitchen = seedCatalog.flatMap(({ name, products }) => (drawnCategories.has(name) ? [] : products));

  it('contain every kitchen product', () => {
    expect(kitchen.filter(({ handle }) => !views.has(handle))).toEqual([]);
    expect(kitchen.length).toBeGreaterThanOrEqual(28);
  });

  it('contain a second view of at least eight kitchen products', () => {
    const withSecondView = kitchen.filter(({ handle }) => (views.get(handle)?.length ?? 0) > 1);
    expect(withSecondView.length).toBeGreaterThanOrEqual(8);
  });

  it('exist in AVIF and WebP at each width, and in one JPEG', () => {
    const widths = (files: { width: number }[]) => files.map(({ width }) => width);
    for (const { files } of [...views.values()].flat()) {
      expect(widths(files.avif).length).toBeGreaterThanOrEqual(3);
      expect(widths(files.webp)).toEqual(widths(files.avif));
      expect(widths(files.jpg)).toHaveLength(1);
    }
  });

  it('all have a description in the index', () => {
    const messages: string[] = [];
    const index = readMediaIndex(catalogMedia, (message) => messages.push(message));
    expect(messages).toEqual([]);
    const counts = (lists: Map<string, unknown[]>) =>
      new Map([...lists].map(([handle, list]) => [handle, list.length]));
    expect(counts(index)).toEqual(counts(views));
  });
});
