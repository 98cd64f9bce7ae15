import { rollback } from '../actions/rollback';
import { complete } from '../actions/rollout';
import { createPromotionCheck } from '../smoke-test/smoke-test.gate';
import type { Environment } from '../state/environment';
import { getHeadKey } from '../state/head';
import { readLiveState } from '../state/live-state';
import { setClock } from '../testing/set-clock';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createEmptyShop, getVersions, promoteFake, publishFake, readHistory } from '../testing/test-shop';

afterEach(() => jest.useRealTimers());

/** A shop in which shell and mf-a 1.0.0 are live in staging and production. Production wants an hour in staging. */
async function createStagedShop() {
  setClock('2026-11-24T10:00:00Z');
  const shop = createEmptyShop();
  const staging = { ...shop, name: 'staging' };
  const rules = { slots: {}, connect: {}, after: 'staging', liveMinutes: 60 };
  const production: Environment = { ...shop, loadRules: async () => rules };
  const createGates = (environment: Environment) => ({
    check: createPromotionCheck(environment, [], async () => []),
  });
  const gates = createGates(production);
  const publish = (app: string, version?: string) => publishFake(shop.store, app, version);
  const first = await Promise.all([publish('shell'), publish('mf-a')]);
  await promoteFake(staging, first);
  setClock('2026-11-24T11:00:00Z');
  await promoteFake(production, first, gates);
  const getLive = async () => {
    const state = await readLiveState(production);
    return state && getVersions(state.live);
  };
  return { store: shop.store, staging, production, rules, gates, publish, getLive, first };
}

const problem = 'version 2.0.0 has to be live in staging for 60 minutes before production';
const refuse = (remedy: string) => `  promotion-rules · mf-a: ${problem} → ${remedy}`;

test('a release waits until every visitor of the other environment has had it for long enough', async () => {
  const { staging, production, gates, publish, getLive } = await createStagedShop();
  const release = await publish('mf-a', '2.0.0');
  const promote = (options = {}) => promoteFake(production, [release], { ...gates, ...options });
  await expect(promote()).rejects.toThrow(refuse('promote it in staging first'));
  await promoteFake(staging, [release], { canary: { share: 50 } });
  setClock('2026-11-24T13:00:00Z');
  await expect(promote()).rejects.toThrow(refuse('promote it in staging first'));
  await complete(staging, testAuthor, passingGates);
  setClock('2026-11-24T13:12:30Z');
  await expect(promote()).rejects.toThrow(
    refuse('it was live there for 12 minutes, so wait until 2026-11-24 14:00 UTC'),
  );
  await expect(promote({ canary: { share: 10 } })).rejects.toThrow(problem);
  setClock('2026-11-24T13:59:59Z');
  await expect(promote()).rejects.toThrow(problem);
  setClock('2026-11-24T14:00:00Z');
  await promote({ canary: { share: 10 } });
  await complete(production, testAuthor, gates);
  expect(await getLive()).toMatchObject({ 'mf-a': '2.0.0' });
});

test('the times of a release add up, changes of other apps do not interrupt them, and a time that ended counts', async () => {
  const { staging, production, gates, publish, first } = await createStagedShop();
  const release = await publish('mf-a', '2.0.0');
  await promoteFake(staging, [release]);
  setClock('2026-11-24T11:20:00Z');
  await promoteFake(staging, [await publish('mf-b')]);
  setClock('2026-11-24T11:40:00Z');
  await promoteFake(staging, first);
  const promote = () => promoteFake(production, [release], gates);
  setClock('2026-11-24T15:00:00Z');
  await expect(promote()).rejects.toThrow(refuse('it was live there for 40 minutes, so promote it in staging again'));
  await promoteFake(staging, [release]);
  setClock('2026-11-24T15:20:00Z');
  await promoteFake(staging, first);
  await promote();
});

test('a release that was live here comes back, whatever the other environment says', async () => {
  const { staging, production, rules, gates, publish, getLive, first } = await createStagedShop();
  const release = await publish('mf-a', '2.0.0');
  await promoteFake(staging, [release]);
  setClock('2026-11-24T12:00:00Z');
  await promoteFake(production, [release], gates);
  await promoteFake(production, [await publish('mf-b')]);
  rules.after = 'qa';
  await rollback(production, testAuthor, { ...gates, app: 'mf-a' });
  expect(await getLive()).toMatchObject({ 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
  await promoteFake(production, [release], gates);
  await rollback(production, testAuthor, gates);
  await promoteFake(production, first.slice(1), gates);
  await expect(promoteFake(production, [await publish('mf-a', '3.0.0')], gates)).rejects.toThrow(
    'promote it in qa first',
  );
});

test('the rule can be forced, also when the other environment cannot be read, and the log records it', async () => {
  const { store, production, gates, publish } = await createStagedShop();
  const key = getHeadKey('staging');
  await store.compareAndSwap(key, Buffer.from('{}'), (await store.get(key))?.tag ?? null);
  const release = await publish('mf-a', '2.0.0');
  await expect(promoteFake(production, [release], gates)).rejects.toThrow('the history cannot be read, so repair it');
  await promoteFake(production, [release], { ...gates, isForced: true });
  expect((await readHistory(production))[0]).toMatchObject({
    isForced: true,
    findings: [{ gate: 'promotion-rules', app: 'mf-a', problem }],
  });
});

test('without minutes a release must have been live there at all', async () => {
  const { staging, production, rules, gates, publish } = await createStagedShop();
  rules.liveMinutes = 0;
  const release = await publish('mf-a', '2.0.0');
  await expect(promoteFake(production, [release], gates)).rejects.toThrow(
    'version 2.0.0 has to be live in staging before production → promote it in staging first',
  );
  await promoteFake(staging, [release]);
  await promoteFake(production, [release], gates);
});
