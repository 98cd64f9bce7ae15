import { randomUUID } from 'node:crypto';
import { isInCanaryShare } from './canary-assignment';

const visitorIds: string[] = Array.from({ length: 20_000 }, () => randomUUID());
const draw = (salt: string, share: number) => visitorIds.filter((id) => isInCanaryShare(id, { salt, share }));

/** Four standard deviations of the number of visitors that are drawn with a probability. */
const getTolerance = (probability: number, draws = visitorIds.length) =>
  4 * Math.sqrt(draws * probability * (1 - probability));

test.each([0.5, 10, 33.3, 90])('assigns %s percent of the visitors to a canary with that share', (share) => {
  const probability = share / 100;
  const difference = draw('salt', share).length - visitorIds.length * probability;
  expect(Math.abs(difference)).toBeLessThan(getTolerance(probability));
});

test('assigns no visitor to a canary with a share of 0, and every visitor with a share of 100', () => {
  expect(draw('salt', 0)).toEqual([]);
  expect(draw('salt', 100)).toEqual(visitorIds);
});

test('keeps every visitor of a canary in it when the share rises', () => {
  let previous: string[] = [];
  for (const share of [1, 5, 20, 60, 100]) {
    const drawn = new Set(draw('salt', share));
    expect(previous.filter((id) => !drawn.has(id))).toEqual([]);
    expect(drawn.size).toBeGreaterThan(previous.length);
    previous = [...drawn];
  }
});

test('draws the visitors of two canaries with different salts independently', () => {
  const second = new Set(draw('second', 50));
  const drawnByBoth = draw('first', 50).filter((id) => second.has(id)).length;
  // Independent halves share a quarter of the visitors.
  expect(Math.abs(drawnByBoth - visitorIds.length / 4)).toBeLessThan(getTolerance(0.25));
});
