import { findDrawChange, selectCanaries } from './canary';

const createCanary = (id: string, ...steps: [share: number, change: number][]) => ({
  id,
  steps: steps.map(([share, change]) => ({ share, change })),
});
const select = (canaries: ReturnType<typeof createCanary>[], buckets: Record<string, number>) =>
  selectCanaries(canaries, (canary) => findDrawChange(buckets[canary.id] ?? 100, canary)).map(({ id }) => id);

test('a visitor gets every canary that they are drawn for, in the sequence of HEAD', () => {
  const canaries = [createCanary('a', [10, 2]), createCanary('b', [50, 3]), createCanary('c', [50, 4])];
  expect(select(canaries, { a: 10, b: 49.99, c: 80 })).toEqual(['b']);
  expect(select(canaries, { a: 9.99, b: 80, c: 0 })).toEqual(['a', 'c']);
  expect(select(canaries, { a: 99, b: 99, c: 99 })).toEqual([]);
});

test('a visitor who is drawn for three canaries keeps the two that were drawn first', () => {
  const canaries = [createCanary('a', [10, 2], [60, 9]), createCanary('b', [50, 3]), createCanary('c', [50, 4])];
  expect(select(canaries, { a: 30, b: 20, c: 20 })).toEqual(['b', 'c']);
  expect(select(canaries, { a: 5, b: 20, c: 20 })).toEqual(['a', 'b']);
});

test('no visitor ever loses a canary while shares rise, whatever the sequence of the steps', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const buckets = Array.from({ length: 500 }, (_, visitor) =>
    Object.fromEntries(ids.map((id, index) => [id, ((visitor * 7919 + index * 104_729) % 10_007) / 100.07])),
  );
  const canaries = ids.map((id, index) => createCanary(id, [5, index + 1]));
  let before = buckets.map((visitor) => select(canaries, visitor));
  // 31 and 57 have no common divisor with the number of canaries, so every canary rises several times.
  for (let change = 5; change < 60; change++) {
    const canary = canaries[(change * 31) % ids.length];
    const share = Math.min(100, (canary?.steps.at(-1)?.share ?? 0) + ((change * 57) % 13));
    canary?.steps.push({ share, change });
    const after = buckets.map((visitor) => select(canaries, visitor));
    expect(before.filter((had, index) => had.some((id) => !after[index]?.includes(id)))).toEqual([]);
    before = after;
  }
  expect(Math.max(...before.map((selected) => selected.length))).toBe(2);
});
