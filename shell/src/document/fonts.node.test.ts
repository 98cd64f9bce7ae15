import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fontFaces } from './fonts';

const folder = path.join(__dirname, 'fonts');
const size = (file: string) => statSync(path.join(folder, file)).size;

it('sends at most 13 KB of each font to every page', () => {
  expect(size('fraunces.woff2')).toBeLessThan(13_000);
  expect(size('figtree.woff2')).toBeLessThan(13_000);
});

it('has a face with a range of characters for each further file', () => {
  const further = readdirSync(folder).filter((file) => /-\w+\.woff2$/.test(file));
  expect(further).toHaveLength(4);
  expect(fontFaces.match(/unicode-range/g)).toHaveLength(further.length);
});

it('gives each weight of the text a fallback font with the metrics of that weight', () => {
  const fallbacks = fontFaces.match(/@font-face\{font-family:"Figtree Fallback"[^}]+\}/g) ?? [];
  const weights = fallbacks.map((face) => /font-weight:([\d ]+)/.exec(face)?.[1]);
  expect(weights).toEqual(['400 500', '600 700', '400 500', '600 700']);
  for (const face of fallbacks) expect(face).toMatch(/ascent-override:[\d.]+%.*size-adjust:[\d.]+%/);
});
