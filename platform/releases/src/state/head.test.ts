import { recoverHead } from '../actions/recover-head';
import { signDocument } from '../signing/signed-document';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment, testAuthor } from '../testing/test-environment';
import { promoteFake, publishFake } from '../testing/test-shop';
import { getHeadKey, readHead } from './head';

test('a HEAD of another schema is refused with what to do, and can be repaired', async () => {
  const objects = new Map<string, Uint8Array>();
  const environment = createTestEnvironment(createMemoryStore(objects));
  const { store, name, trusted, signingKey } = environment;
  const { head } = await promoteFake(environment, [await publishFake(store, 'shell')]);
  objects.set(getHeadKey(name), signDocument('head', { ...head, schema: 4, canaries: {} }, signingKey));
  await expect(readHead(store, name, trusted)).rejects.toThrow(
    'env/production/HEAD.json is malformed: schema: this version reads 2 and 3, and not 4: use the version that wrote it. Sign a new HEAD with "npm run release -- recover-head", which ends the canaries.',
  );
  await recoverHead(environment, testAuthor);
  expect((await readHead(store, name, trusted))?.head).toMatchObject({ seq: 2, live: head.live });
});
