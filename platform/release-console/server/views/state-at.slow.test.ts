import { complete, halt, rollout } from '@shop/releases/actions/rollout';
import { findChangeAt, readStateAt } from '@shop/releases/history/state-at';
import { getVisitorReference, getVisitorSlot } from '@shop/releases/state/canary-slots';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { canary, createTestConsole, env } from '../testing/test-console';

/** A visitor id for each slot. */
const visitors = Array.from(
  { length: 2000 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

const getLive = ({ composition }: Awaited<ReturnType<typeof readStateAt>>) =>
  composition.remotes.map(({ app, version }) => `${app} ${version}`);

test('the live composition of a time comes with the canaries of that time, and the canary of each visitor', async () => {
  const { asha, environment, newest } = await createTestConsole();
  await asha.post('/api/promote', canary);
  await rollout(environment, 30, testAuthor, passingGates);
  const { state } = await newest();
  const during = Date.now();
  const slots = state.head.canaries[0]?.slots ?? [];
  expect(slots).toHaveLength(30);
  const ref = (await findChangeAt(environment, during)) ?? state.head.log;
  const found = await readStateAt(environment, ref);
  expect(getLive(found)).toEqual(['mf-a 1.0.0', 'mf-payment 1.0.0']);
  expect(found.canaries).toMatchObject([
    { share: 30, owner: 'asha', apps: ['mf-a'], changes: [{ after: { version: '1.1.0' } }] },
  ]);
  for (const visitor of visitors.slice(0, 200)) {
    const { visitor: had } = await readStateAt(environment, ref, visitor);
    expect(had?.canary).toBe(slots.includes(getVisitorSlot(env, visitor)) ? state.head.canaries[0]?.id : null);
    const reference = getVisitorReference(env, visitor);
    expect((await readStateAt(environment, ref, reference)).visitor).toEqual(had);
  }
});

test('a later time has the canary no more, and a time before the first change is refused', async () => {
  const { asha, environment } = await createTestConsole();
  await asha.post('/api/promote', canary);
  await complete(environment, testAuthor, passingGates);
  const at = new Date().toISOString();
  const state = (await asha.get(`/api/state-at?env=${env}&at=${at}&visitor=${visitors[0]}`)).json();
  expect(getLive(state)).toEqual(['mf-a 1.1.0', 'mf-payment 1.0.0']);
  expect(state).toMatchObject({ canaries: [], visitor: { canary: null }, change: { seq: 3 } });
  const early = await asha.get(`/api/state-at?env=${env}&at=2000-01-01T00:00:00Z`);
  expect([early.statusCode, early.json().error]).toEqual([
    404,
    'production has no change before this time: give a later one.',
  ]);
  const reported = await asha.get(`/api/state-at?env=${env}&at=${at}&visitor=37-1a2b3c4d`);
  expect(reported.json()).toMatchObject({ visitor: { canary: null } });
  const wrong = await asha.get(`/api/state-at?env=${env}&at=${at}&visitor=x`);
  expect([wrong.statusCode, wrong.json().error]).toEqual([400, expect.stringContaining("the visitor's cookie")]);
});

test('a canary that starts after another one ended draws its visitors again, as the signer does', async () => {
  const { asha, environment, newest } = await createTestConsole();
  await asha.post('/api/promote', canary);
  await halt(environment, testAuthor);
  await asha.post('/api/promote', { ...canary, seq: 3 });
  const { state } = await newest();
  const [running] = state.head.canaries;
  const inside = visitors.find((visitor) => running?.slots.includes(getVisitorSlot(env, visitor)));
  const found = await readStateAt(environment, state.head.log, inside);
  expect(found.visitor).toEqual({ canary: running?.id });
});
