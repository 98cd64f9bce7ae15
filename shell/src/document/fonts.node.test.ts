import { statSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, 'fonts');
const size = (file: string) => statSync(path.join(folder, file)).size;

it('sends at most 13 KB of each font to every page', () => {
  expect(size('fraunces.woff2')).toBeLessThan(13_000);
  expect(size('figtree.woff2')).toBeLessThan(13_000);
});
