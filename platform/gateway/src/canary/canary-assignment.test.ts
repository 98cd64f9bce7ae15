import { randomUUID } from 'node:crypto';
import { drawCanaries, isInCanaryShare } from './canary-assignment';

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

/** Standard deviations that a share may differ. By chance, a normal variable exceeds five once in 1.7 million draws. */
const maxDeviations = 5;

const createCanary = (id: string, share: number, change: number) => ({
  ...{ id, share, salt: `salt of ${id}` },
  steps: [{ share, change }],
});

test('a visitor keeps every canary while the shares rise, and is in two at most', () => {
  let canaries = [createCanary('a', 20, 2), createCanary('b', 20, 3), createCanary('c', 20, 4)];
  const drawAll = () =>
    visitorIds.slice(0, 2000).map((id) => drawCanaries(id, canaries, new Set()).selected.map((canary) => canary.id));
  let before = drawAll();
  for (const [raised, share, change] of [
    ['c', 60, 5],
    ['a', 70, 6],
    ['b', 80, 7],
    ['a', 100, 8],
  ] as const) {
    canaries = canaries.map((canary) =>
      canary.id === raised ? { ...canary, share, steps: [...canary.steps, { share, change }] } : canary,
    );
    const after = drawAll();
    expect(before.filter((ids, index) => ids.some((id) => !after[index]?.includes(id)))).toEqual([]);
    before = after;
  }
  expect(new Set(before.map(({ length }) => length))).toEqual(new Set([1, 2]));
});

describe('the comparison of a canary', () => {
  const canaries = [createCanary('a', 30, 2), createCanary('b', 50, 3), createCanary('c', 60, 4)];
  const draws = Array.from({ length: 20_000 }, () => drawCanaries(randomUUID(), canaries, new Set()));

  it.each(['a', 'b', 'c'])('gives both groups of canary %s the same mixture of other canaries', (id) => {
    const getGroup = (group: 'control' | 'canary') =>
      draws.filter(({ compared }) => compared.some((entry) => entry.canary === id && entry.group === group));
    const [inside, outside] = [getGroup('canary'), getGroup('control')];
    for (const other of canaries.filter((canary) => canary.id !== id)) {
      const countOther = (group: typeof draws) =>
        group.filter(({ selected }) => selected.some((canary) => canary.id === other.id)).length;
      const [x, y] = [countOther(inside) / inside.length, countOther(outside) / outside.length];
      const pooled = (countOther(inside) + countOther(outside)) / (inside.length + outside.length);
      const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / inside.length + 1 / outside.length));
      expect(Math.abs(x - y)).toBeLessThan(maxDeviations * deviation);
    }
  });

  it('counts only visitors for whom at most one other canary was drawn, and every counted visitor of a canary has it', () => {
    for (const { selected, compared } of draws) {
      expect(selected.length).toBeLessThanOrEqual(2);
      for (const { canary, group } of compared) {
        expect(selected.some(({ id }) => id === canary)).toBe(group === 'canary');
      }
    }
  });

  it('leaves out the visitors whom a list gives the canary', () => {
    const { selected, group, compared } = drawCanaries('visitor', canaries.slice(0, 2), new Set(['a']));
    expect(selected.some(({ id }) => id === 'a')).toBe(true);
    expect(group).toBe('listed');
    expect(compared.map(({ canary }) => canary)).toEqual(['b']);
  });
});
