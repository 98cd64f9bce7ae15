import { lock, unlock } from '../actions/lock';
import { promote } from '../actions/promote';
import { halt } from '../actions/rollout';
import { passingGates } from '../testing/test-environment';
import { createEmptyShop, publishFake } from '../testing/test-shop';
import { type HistoryFilter, readHistory } from './read-history';

const environment = createEmptyShop();
/** Unix milliseconds at which the changes from 4 on were made. */
let afterThree = 0;

/** 1 everything goes live, 2 and 3 a lock, 4 mf-a, 5 a canary of mf-b, 6 its end. */
beforeAll(async () => {
  const publish = (app: string, version?: string) => publishFake(environment.store, app, version);
  const first = await Promise.all([publish('shell'), publish('mf-a'), publish('mf-b')]);
  await promote(environment, first, { by: 'asha', reason: 'Opening' }, passingGates);
  await lock(environment, 'mf-a', { by: 'ravi', reason: 'sale weekend' });
  await unlock(environment, 'mf-a', { by: 'ravi (approved by meera)', reason: 'after the sale' });
  // The next change gets a later time.
  const unlockedAt = Date.now();
  while (afterThree <= unlockedAt) afterThree = Date.now();
  await promote(environment, [await publish('mf-a', '1.1.0')], { by: 'asha', reason: 'lists' }, passingGates);
  await promote(
    environment,
    [await publish('mf-b', '1.1.0')],
    { by: 'meera', reason: 'faster' },
    { ...passingGates, canary: { share: 10 } },
  );
  await halt(environment, { by: 'meera', reason: 'too slow' });
});

const find = async (filter: HistoryFilter) =>
  (await readHistory(environment, { filter, limit: 100 })).records.map(({ entry }) => entry.seq);

test.each<[string, HistoryFilter, number[]]>([
  ['everything', {}, [6, 5, 4, 3, 2, 1]],
  ['an app, live and in a canary', { app: 'mf-b' }, [6, 5, 1]],
  ['an app, live and its lock', { app: 'mf-a' }, [4, 3, 2, 1]],
  ['an app that was never there', { app: 'mf-z' }, []],
  ['a person, also as the approver', { by: 'MEERA' }, [6, 5, 3]],
  ['an action', { action: 'lock' }, [2]],
  ['a part of the reason', { search: 'SALE' }, [3, 2]],
  ['several parts', { by: 'ravi', search: 'after' }, [3]],
])('finds the changes by %s', async (_, filter, expected) => {
  expect(await find(filter)).toEqual(expected);
});

test('finds the changes of a period', async () => {
  expect(await find({ since: afterThree })).toEqual([6, 5, 4]);
  expect(await find({ until: afterThree })).toEqual([3, 2, 1]);
});

test('continues where a page ended, and where its bound stopped the search', async () => {
  const first = await readHistory(environment, { filter: { by: 'asha' }, limit: 1 });
  expect(first.records.map(({ entry }) => entry.seq)).toEqual([4]);
  const second = await readHistory(environment, { filter: { by: 'asha' }, limit: 1, before: first.before ?? 0 });
  expect(second.records.map(({ entry }) => entry.seq)).toEqual([1]);
  expect(second.before).toBeNull();
  const bounded = await readHistory(environment, { filter: { action: 'lock' }, limit: 10, maxSearched: 3 });
  expect(bounded).toEqual({ records: [], before: 4 });
  const rest = await readHistory(environment, { filter: { action: 'lock' }, limit: 10, before: 4 });
  expect(rest.records.map(({ entry }) => entry.seq)).toEqual([2]);
});

test('compares a canary that started with live, and another change with the change before', async () => {
  const { records } = await readHistory(environment, { limit: 3 });
  expect(records.map(({ changes }) => changes.map(({ app, after }) => `${app} ${after?.version}`))).toEqual([
    [],
    ['mf-b 1.1.0'],
    ['mf-a 1.1.0'],
  ]);
});
