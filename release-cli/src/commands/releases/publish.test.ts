import { publish } from '@shop/releases/release/publish';
import type { ReleaseId } from '@shop/releases/release/release';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createLiveShop, createTerminal } from '../../testing/terminal';

test('publish uploads a release once and rejects other bytes under the same version', async () => {
  const { runOk, run, setContent } = createTerminal();
  expect(await runOk('publish shell')).toMatch(/^shell@1\.0\.0 \([0-9a-f]{12}\) is published: 2 files, \d+ KB$/);
  await runOk('publish shell');
  setContent('two');
  expect(await run('publish shell')).toMatchObject({
    exitCode: 1,
    isError: true,
    output: expect.stringContaining('shell@1.0.0 is already published with other bytes'),
  });
});

test('publish rejects a folder that contains another app and uploads nothing', async () => {
  const { run, store, host } = createTerminal();
  host.build = async () => ({ appRoot: writeFakeBuild({ app: 'mf-other' }), commit: '' });
  expect(await run('publish mf-a --from elsewhere')).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/ contains mf-other, not mf-a\.$/),
  });
  expect(await store.list('r/')).toEqual([]);
});

test.each(['../x', '"1.0 0"', 'é', 'banana', '1.0', 'v1.0.0', '""'])(
  'publish rejects --version %s before the build',
  async (version) => {
    const { run, host } = createTerminal();
    host.build = () => Promise.reject(new Error('was built'));
    expect(await run(`publish shell --version ${version}`)).toMatchObject({
      exitCode: 2,
      output: expect.stringMatching(
        /^--version is ".*": give a semantic version, such as 1\.2\.0 or 1\.2\.0-beta\.1\.$/,
      ),
    });
  },
);

test('list shows the releases of every app in version order', async () => {
  const { runOk, runJson, store } = await createLiveShop();
  for (const version of ['1.10.0', '1.9.0', '1.10.0-beta.1']) await runOk(`publish mf-a --version ${version}`);
  await publish(store, { appRoot: writeFakeBuild({ app: 'mf-elsewhere' }), commit: '' });
  const named = (await runJson('list')).map(({ app, version }: ReleaseId) => `${app}@${version}`);
  const versions = ['1.0.0', '1.1.0', '1.9.0', '1.10.0-beta.1', '1.10.0'].map((version) => `mf-a@${version}`);
  expect(named).toEqual(['shell@1.0.0', ...versions, 'mf-elsewhere@1.0.0', 'mf-payment@1.0.0']);
});
