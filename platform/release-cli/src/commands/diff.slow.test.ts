import { writeScreenshots } from '@shop/releases/history/screenshots';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

const commit = (letter: string, subject: string) => ({
  hash: letter.repeat(40),
  subject,
  at: '2026-11-20T10:00:00+05:30',
});

/** A shop in which mf-a 2.1.0, live since change 3, follows 2.0.0, live since change 2. */
async function createChangedShop() {
  const shop = await createLiveShop();
  const versions = {
    '2.0.0': { paths: { home: '/a' }, commits: [commit('a', 'first')] },
    '2.1.0': { paths: { home: '/a', more: '/a/more' }, commits: [commit('b', 'add a page'), commit('a', 'first')] },
  };
  const compositions = [];
  for (const [version, { paths, commits }] of Object.entries(versions)) {
    shop.host.build = async (app) => ({
      appRoot: writeFakeBuild({ app, version, content: version, paths }),
      commit: commits[0]?.hash ?? '',
      commits,
      repository: 'https://github.com/shop/mf-a.git',
    });
    await shop.runOk(`publish mf-a --version ${version} --pipeline 812`);
    await shop.runOk(`promote mf-a@${version} --reason ${version}`);
    compositions.push((await readLive(shop.production)).live);
  }
  return { ...shop, compositions };
}

test('diff shows commits, sizes and the contract between two changes, and the screens that look different', async () => {
  const { runOk, runJson, store, compositions } = await createChangedShop();
  for (const [index, composition] of compositions.entries()) {
    const screens = [`/a ${index}`, '/login'].map((text) => ({
      app: 'mf-a',
      screen: text.replace(/ \d$/, ''),
      bytes: Buffer.from(text),
    }));
    await writeScreenshots(store, composition, screens);
  }
  const output = await runOk('diff 2 3');
  expect(output.split('\n')).toEqual([
    '  mf-a 2.0.0 → 2.1.0',
    `    built from commit bbbbbbb https://github.com/shop/mf-a/commit/${'b'.repeat(40)} by pipeline 812 https://github.com/shop/mf-a/actions/runs/812`,
    `    commits: https://github.com/shop/mf-a/compare/${'a'.repeat(40)}...${'b'.repeat(40)}`,
    '      + bbbbbbb 2026-11-20 add a page',
    expect.stringMatching(/^ {4}sent to browsers: 0\.\d KB → 0\.\d KB/),
    '    contract:',
    '      + path /a/more (open)',
    '  looks different: /a of mf-a',
    '  1 screen looks the same',
  ]);
  expect(await runOk('diff 3 2')).toContain('      - bbbbbbb 2026-11-20 add a page');
  expect(await runJson('diff 2 3')).toMatchObject({
    apps: [{ app: 'mf-a', commits: { added: [{ subject: 'add a page' }], removed: [] } }],
    screens: { changed: [{ app: 'mf-a', screen: '/a' }], same: 1 },
    findings: [],
  });
});

test('diff compares two versions of an app that need not be live', async () => {
  const { runOk } = await createChangedShop();
  expect(await runOk('diff mf-a@1.1.0 mf-a@2.0.0')).toContain('commits: unknown, a release has no list of them');
  expect(await runOk('diff mf-a@2.0.0 mf-a@2.1.0')).toContain('+ bbbbbbb 2026-11-20 add a page');
  expect(await runOk('diff mf-a@2.0.0 mf-a@2.0.0')).toBe('  no difference');
});

test('diff shows the findings of a forced change', async () => {
  const { runOk, failSmokeTest } = await createLiveShop();
  failSmokeTest({ app: 'mf-a', problem: 'its page throws', remedy: 'repair it' });
  await runOk('promote mf-a@1.1.0 --force --reason hotfix');
  expect(await runOk('diff 1 2')).toContain('smoke-test · mf-a: its page throws → repair it');
});
