import { rollout } from '../actions/rollout';
import { signDocument } from '../signing/signed-document';
import { sha256 } from '../store/document-ref';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, getVersions, promoteFake, publishFake } from '../testing/test-shop';
import { readAuditLog } from './audit-log';
import { signComposition } from './composition';
import { getHeadKey, readHead } from './head';
import { readLiveState } from './live-state';

/** Replaces HEAD and the newest log entry by documents of schema 1, as earlier versions of this software wrote them. */
async function writeSchemaOne(hasCanary: boolean) {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { store, signingKey, trusted, name } = environment;
  const state = await readLiveState(environment);
  if (!state) throw new Error('nothing is live');
  const { live, head } = state;
  const { signed, ref: composition } = signComposition({ ...live, seq: 2, remotes: [versionTwo] }, signingKey);
  await store.putIfAbsent(signed.key, Buffer.from(signed.text));
  const audience = { composition, share: 10, staff: true as const };
  const entry = {
    ...{ schema: 1, env: name, seq: 2, at: new Date().toISOString(), by: 'asha', action: 'canary', reason: 'older' },
    ...{ isForced: false, findings: [], live: head.live, canary: hasCanary ? audience : null, previous: head.log },
  };
  const bytes = signDocument('log', entry, signingKey);
  const log = { key: `env/${name}/log/000002-${sha256(bytes).slice(0, 12)}.json`, sha256: sha256(bytes) };
  await store.putIfAbsent(log.key, bytes);
  const canary = hasCanary ? { ...audience, salt: 'secret' } : null;
  const older = { schema: 1, env: name, seq: 2, live: head.live, canary, locks: {}, log };
  await store.compareAndSwap(getHeadKey(name), signDocument('head', older, signingKey), state.tag);
  return { environment, store, trusted };
}

test('a HEAD of schema 1 is read with its canary, which keeps its salt and its audience', async () => {
  const { environment } = await writeSchemaOne(true);
  const state = await readLiveState(environment);
  expect(state?.head).toMatchObject({ schema: 2, seq: 2, pairs: [] });
  expect(state?.canaries).toMatchObject([
    {
      ...{
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        salt: 'secret',
        share: 10,
        staff: true,
        owner: '',
        removed: [],
      },
      ...{ steps: [{ share: 10, change: 2 }], releases: [{ app: 'mf-a', version: '2.0.0' }] },
    },
  ]);
  expect((await readLiveState(environment))?.canaries[0]?.id).toBe(state?.canaries[0]?.id);
});

test('a shop with a HEAD of schema 1 goes on, and its next change writes schema 2', async () => {
  const { environment, store, trusted } = await writeSchemaOne(true);
  const id = (await readLiveState(environment))?.canaries[0]?.id;
  await rollout(environment, 50, testAuthor, passingGates);
  const after = await promoteFake(environment, [await publishFake(store, 'mf-b')]);
  expect(after.canaries).toMatchObject([{ id, salt: 'secret', share: 50 }]);
  expect(after.canaries.map(({ composition }) => getVersions(composition))).toEqual([
    { shell: '1.0.0', 'mf-a': '2.0.0', 'mf-b': '1.0.0' },
  ]);
  expect((await readHead(store, 'production', trusted))?.head.schema).toBe(2);
  expect(String((await store.get(getHeadKey('production')))?.bytes)).toContain('\\"schema\\":2');
  const actions: string[] = [];
  for await (const { action, canaries } of readAuditLog(store, after.head.log, trusted)) {
    actions.push(`${action} ${canaries.map(({ share }) => share)}`);
  }
  expect(actions).toEqual(['promote 50', 'rollout 50', 'canary 10', 'promote ']);
});

test('a HEAD of schema 1 without a canary is read', async () => {
  const { environment } = await writeSchemaOne(false);
  expect(await readLiveState(environment)).toMatchObject({ canaries: [], pairs: [] });
});
