import { hasScreenshots, writeScreenshots } from '@shop/releases/history/screenshots';
import { listReleases } from '@shop/releases/release/list-releases';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { setClock } from '@shop/releases/testing/set-clock';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

test('gc removes unused releases and keeps live, recent and incomplete releases', async () => {
  const { runOk, runJson, store } = await createLiveShop();
  expect(await runJson('gc --keep-days 30')).toMatchObject({ removed: [], kept: 4, isDryRun: false });
  const unused = (await store.list('r/mf-a/')).find((key) => key.includes('/1.1.0-'))?.replace(/[^/]+$/, '');
  await store.putIfAbsent('r/mf-a/3.0.0-0123456789ab/half.js', Buffer.from('on its way'));
  expect(await runJson('gc --keep-days 0 --dry-run')).toMatchObject({ removed: [unused], kept: 3, isDryRun: true });
  expect(await runOk('gc --keep-days 0')).toContain('3 releases remain');
  const left = await store.list('r/mf-a/');
  expect(left.filter((key) => key.includes('/1.1.0-'))).toEqual([]);
  expect(left).toContain('r/mf-a/3.0.0-0123456789ab/half.js');
  expect(await runOk('verify')).toContain('files unchanged');
});

test('gc keeps an unused release that was published again, and removes it when that is long ago too', async () => {
  const { runOk, runJson } = await createLiveShop();
  const in40Days = Date.now() + 40 * 86_400_000;
  try {
    setClock(new Date(in40Days).toISOString());
    await runOk('publish mf-a --version 1.1.0');
    expect(await runJson('gc --keep-days 30')).toMatchObject({ removed: [] });
    setClock(new Date(in40Days + 31 * 86_400_000).toISOString());
    expect(await runJson('gc --keep-days 30')).toMatchObject({ removed: [expect.stringContaining('mf-a/1.1.0-')] });
    await runOk('publish mf-a --version 1.1.0');
    expect(await runJson('gc --keep-days 30')).toMatchObject({ removed: [] });
  } finally {
    jest.useRealTimers();
  }
});

test('gc removes the screenshots of a composition with a release that it removes, and keeps the others', async () => {
  const { runOk, store, production } = await createLiveShop();
  const { live } = await readLive(production);
  const unused = (await listReleases(store, 'mf-a')).find(({ version }) => version === '1.1.0');
  if (!unused) throw new Error('the shop lacks a release');
  const tried = { ...live, remotes: [unused, ...live.remotes.filter(({ app }) => app !== 'mf-a')] };
  for (const composition of [live, tried]) {
    await writeScreenshots(store, composition, [{ app: 'mf-a', screen: '/a', bytes: Buffer.from('picture') }]);
  }
  await runOk('gc --keep-days 0');
  expect([await hasScreenshots(store, live), await hasScreenshots(store, tried)]).toEqual([true, false]);
  expect(await store.list('screenshots/pictures/')).toHaveLength(1);
});

test('gc removes links that expired before the limit, and names and keeps unreadable links', async () => {
  const { runOk, runJson, store, production } = await createLiveShop();
  const { live } = await readLive(production);
  const day = 86_400_000;
  const previewFor = (days: number) => createPreview(production, live, { by: 'asha', duration: days * day });
  const passFor = (days: number) => createStaffPass(production, { by: 'asha', duration: days * day });
  const old = [`preview/${(await previewFor(-8)).id}.json`, `staff/${(await passFor(-8)).id}.json`];
  const kept = [
    ...[(await previewFor(-6)).id, (await previewFor(1)).id].map((id) => `preview/${id}.json`),
    ...[(await passFor(-6)).id, (await passFor(1)).id].map((id) => `staff/${id}.json`),
  ].sort();
  await store.putIfAbsent('preview/broken.json', Buffer.from('half a '));
  const unused = (await store.list('r/mf-a/')).find((key) => key.includes('/1.1.0-') && key.endsWith('/release.json'));
  await store.remove(unused ?? '');
  await store.putIfAbsent(unused ?? '', Buffer.from('{}'));
  expect(await runJson('gc --keep-days 7 --dry-run')).toMatchObject({ expired: old });
  expect(await store.list('preview/')).toHaveLength(4);
  const said = await runOk('gc --keep-days 7');
  for (const key of old) expect(said).toContain(`${key} is removed (expired)`);
  expect(said).toContain(
    '  no trusted key signed preview/broken.json: it remains, remove it by hand\n  4 releases remain',
  );
  expect([...(await store.list('preview/')), ...(await store.list('staff/'))].sort()).toEqual(
    [...kept, 'preview/broken.json'].sort(),
  );
});

test('rollback can restore a release that gc removed after the release is published again', async () => {
  const { runOk, run } = await createLiveShop();
  await runOk('promote mf-a@1.1.0');
  await runOk('publish mf-a --version 1.2.0');
  await runOk('promote mf-a@1.2.0');
  expect(await runOk('gc --keep-days 0')).toContain('mf-a/1.0.0-');
  expect((await run('rollback --to 1')).output).toContain('mf-a@1.0.0');
  await runOk('publish mf-a --version 1.0.0');
  expect(await runOk('rollback --to 1')).toMatch(/mf-a +1\.0\.0/);
});

test('gc keeps the previous version of every live app', async () => {
  const { runOk, runJson } = await createLiveShop();
  await runOk('promote mf-a@1.1.0');
  await runOk('publish mf-payment --version 1.1.0');
  await runOk('promote mf-payment@1.1.0');
  await runOk('publish mf-payment --version 1.2.0');
  await runOk('promote mf-payment@1.2.0');
  const { removed, kept } = await runJson('gc --keep-days 0');
  expect(removed).toEqual([expect.stringContaining('mf-payment/1.0.0-')]);
  expect(kept).toBe(5);
});
