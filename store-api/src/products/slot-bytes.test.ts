import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../package-root';

interface Measurement {
  slots: { slot: string; pixelRatio: number; pictures: number; largest: number; file: string; limit: number }[];
  total: number;
}

const script = join(packageRoot, 'catalog/pictures/slot-bytes.mjs');
const { slots, total } = JSON.parse(
  execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' }),
) as Measurement;

it.each(slots)(
  'a phone of $pixelRatio pixels per CSS pixel downloads at most $limit bytes for a picture of the slot "$slot"',
  ({ largest, limit, file, pictures }) => {
    expect(pictures).toBeGreaterThan(0);
    expect({ file, isWithinLimit: largest <= limit }).toEqual({ file, isWithinLimit: true });
  },
);

it('keeps all pictures of the repository below 12 MB', () => {
  expect(total).toBeLessThan(12_000_000);
});
