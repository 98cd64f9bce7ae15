import { randomUUID } from 'node:crypto';
import { getBucket } from './canary-assignment';

const visitors = Array.from({ length: 20_000 }, () => randomUUID());

test('a share of 10 draws about a tenth of the visitors', () => {
  const drawn = visitors.filter((visitor) => getBucket(visitor, 'salt') < 10).length;
  // Four standard deviations of 20,000 draws with a chance of one in ten.
  expect(Math.abs(drawn - 2000)).toBeLessThan(4 * Math.sqrt(20_000 * 0.1 * 0.9));
});

test('whoever is drawn stays drawn when the share rises, and everybody is at 100', () => {
  for (const visitor of visitors.slice(0, 1000)) {
    const bucket = getBucket(visitor, 'salt');
    expect(bucket).toBe(getBucket(visitor, 'salt'));
    expect(bucket).toBeGreaterThanOrEqual(0);
    expect(bucket).toBeLessThan(100);
  }
});

test('another canary draws other visitors', () => {
  const drawn = (salt: string) => new Set(visitors.filter((visitor) => getBucket(visitor, salt) < 10));
  const [first, second] = [drawn('one'), drawn('two')];
  const both = [...first].filter((visitor) => second.has(visitor)).length;
  expect(both).toBeLessThan(first.size * 0.2);
});
