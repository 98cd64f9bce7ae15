import { ensureKeys } from '@shop/releases/signing/keys';
import { openTestEnvironment } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { createTerminal } from '../testing/terminal';

const keys = createTestFolder();

test('rotate-key activate signs each HEAD with a note, also while the environment is locked', async () => {
  const { host, runOk, runJson, store } = createTerminal();
  await ensureKeys(keys);
  host.keysDir = keys;
  host.openEnvironment = async (name) => ({ ...(await openTestEnvironment(store, keys)), name });
  await runOk('publish shell');
  await runOk('promote shell@1.0.0 --reason opening');
  for (const what of ['shell', '']) await runOk(`lock ${what} --reason sale`);
  const { head } = await runJson('status');
  // An environment may have a composition and no HEAD.
  await store.putIfAbsent('env/staging/compositions/1.json', Buffer.from('{}'));
  await runOk('rotate-key prepare');
  expect(await runOk('rotate-key activate --reason yearly')).toContain('has signed HEAD of production');
  expect(await runOk('history --limit 1')).toMatch(/4 .*wrote a note +yearly/);
  expect(await runJson('status')).toMatchObject({ head: { seq: 4, locks: head.locks } });
  expect(await runOk('rotate-key finish')).toContain('moved to trusted/past/');
});
