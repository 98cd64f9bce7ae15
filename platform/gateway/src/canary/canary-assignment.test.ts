import { randomUUID } from 'node:crypto';
import { assignSlots } from '@shop/releases/state/canary-slots';
import { selectCanary } from './canary-assignment';

const visitorIds: string[] = Array.from({ length: 2000 }, () => randomUUID());

const create = (...shares: [id: string, share: number][]) =>
  assignSlots(
    shares.map(([id, share]) => ({ id, share })),
    () => [],
  );
const select = (visitorId: string, canaries: ReturnType<typeof create>, ...listed: string[]) => {
  const { canary, group } = selectCanary('production', visitorId, canaries, new Set(listed));
  return [canary?.id, group];
};

test('a visitor has one canary or the live composition, and each canary has about its share', () => {
  const canaries = create(['a', 20], ['b', 50]);
  const selected = visitorIds.map((id) => select(id, canaries));
  const count = (canary: string | undefined, group: string) =>
    selected.filter(([id, of]) => id === canary && of === group).length / visitorIds.length;
  for (const [share, expected] of [
    [count('a', 'canary'), 0.2],
    [count('b', 'canary'), 0.5],
    [count(undefined, 'control'), 0.3],
  ] as const) {
    // Five standard deviations of 2000 draws are 0.056 at most.
    expect(Math.abs(share - expected)).toBeLessThan(0.056);
  }
});

test('canaries that hold every slot leave no visitor with the live composition', () => {
  const canaries = create(['a', 70], ['b', 30]);
  expect(visitorIds.filter((id) => select(id, canaries)[1] !== 'canary')).toEqual([]);
});

test('a list comes before the draw, and the oldest canary of several lists is the one of the visitor', () => {
  const canaries = create(['a', 0], ['b', 100], ['c', 0]);
  const [visitor = ''] = visitorIds;
  expect(select(visitor, canaries)).toEqual(['b', 'canary']);
  expect(select(visitor, canaries, 'c')).toEqual(['c', 'listed']);
  expect(select(visitor, canaries, 'c', 'a')).toEqual(['a', 'listed']);
});
