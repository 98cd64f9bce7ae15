import { cpSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, createEchoShell, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

test('serves the last composition and reports one error while HEAD is malformed', async () => {
  const { get, errors, getHeadPolls, promoteShell, releasesFolder, watcher } = await openTestGateway();
  await promoteShell('one', '1.0.0');
  const head = path.join(releasesFolder, 'env/production/HEAD.json');
  cpSync(head, `${head}-copy`);
  writeFileSync(head, '{ "seq":');
  await waitUntil(() => errors.length > 0, { message: 'the gateway reports the malformed HEAD' });
  const polls = getHeadPolls();
  await waitUntil(() => getHeadPolls() >= polls + 3, { message: 'the gateway polls HEAD three more times' });
  expect(errors).toHaveLength(1);
  expect((await get('/')).json()).toMatchObject({ shell: 'one' });
  renameSync(`${head}-copy`, head);
  await waitUntil(() => !watcher.isDegraded(), { message: 'the gateway reads the restored HEAD' });
});

test('rejects a composition whose Node bundle was changed in the store and serves the last one', async () => {
  const { get, environment, errors, promoteShell, publishShell, releasesFolder } = await openTestGateway();
  await promoteShell('one', '1.0.0');
  const release = await publishShell('two', '2.0.0');
  const bundle = path.join(releasesFolder, `r/shell/2.0.0-${release.digest}/node/server.cjs`);
  writeFileSync(bundle, createEchoShell('evil'));
  await promoteFake(environment, [release]);
  await waitUntil(() => errors.length > 0, { message: 'the gateway reports the changed bundle' });
  expect(errors[0]).toContain('has other bytes than its release says');
  expect((await get('/')).json()).toMatchObject({ shell: 'one' });
});
