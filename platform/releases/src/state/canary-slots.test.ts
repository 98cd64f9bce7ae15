import { randomUUID } from 'node:crypto';
import { assignSlots, findVisitorSlot, getVisitorReference, getVisitorSlot } from './canary-slots';

const visitorIds: string[] = Array.from({ length: 20_000 }, () => randomUUID());

/** Standard deviations that a number of visitors may differ. By chance, one exceeds five once in 1.7 million draws. */
const maxDeviations = 5;

/** Expects that a number of visitors is what a probability gives by chance. */
function expectProbability(count: number, probability: number) {
  const deviation = Math.sqrt(visitorIds.length * probability * (1 - probability));
  expect(Math.abs(count - visitorIds.length * probability)).toBeLessThan(maxDeviations * deviation);
}

const start = (id: string, share: number, held: readonly number[] = []) => ({ id, share, held });
const assign = (...canaries: ReturnType<typeof start>[]) => assignSlots(canaries, ({ held }) => held);

test.each([1, 10, 33, 90])('the slots of a share of %s percent have as many of the visitors', (share) => {
  const [canary] = assign(start('a', share));
  const drawn = visitorIds.filter((id) => canary?.slots.includes(getVisitorSlot('production', id)));
  expectProbability(drawn.length, share / 100);
});

test('a visitor has slots in two environments that do not depend on each other', () => {
  const isLow = (env: string, id: string) => getVisitorSlot(env, id) < 50;
  const both = visitorIds.filter((id) => isLow('staging', id) && isLow('production', id));
  expectProbability(both.length, 0.25);
});

test('the reference of a visitor has the slot of an environment, differs between visitors, and not the id', () => {
  const some = visitorIds.slice(0, 500);
  const references = some.map((id) => getVisitorReference('production', id));
  expect(references.map((reference) => findVisitorSlot('staging', reference))).toEqual(
    some.map((id) => findVisitorSlot('production', id)),
  );
  expect(new Set(references).size).toBe(some.length);
  expect(references[0]).toMatch(/^\d{1,2}-[0-9a-f]{8}$/);
  expect(getVisitorReference('staging', some[0] ?? '')).not.toBe(references[0]);
});

test('a canary has other slots than one with another id, and the same ones each time', () => {
  const [first] = assign(start('a', 10));
  expect(assign(start('a', 10))[0]?.slots).toEqual(first?.slots);
  expect(assign(start('b', 10))[0]?.slots).not.toEqual(first?.slots);
});

test('canaries keep the slots that they hold, get free ones up to their shares, and have none in common', () => {
  const assigned = assign(start('a', 20, [3, 1, 2]), start('b', 0), start('c', 60, [0, 99]));
  expect(assigned.map(({ slots }) => slots.length)).toEqual([20, 0, 60]);
  expect(assigned[0]?.slots).toEqual(expect.arrayContaining([1, 2, 3]));
  expect(assigned[2]?.slots).toEqual(expect.arrayContaining([0, 99]));
  expect(new Set(assigned.flatMap(({ slots }) => slots)).size).toBe(80);
});

test('a canary gets the free slots when its share is not free', () => {
  const assigned = assign(start('a', 60), start('b', 50), start('c', 5));
  expect(assigned.map(({ slots }) => slots.length)).toEqual([60, 40, 0]);
});
