import { brotliCompressSync } from 'node:zlib';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

test('verify reports a changed file and validates the audit log', async () => {
  const { runOk, run, store, production } = await createLiveShop();
  expect(await runOk('verify')).toContain('log: 1 changes, chain and signatures valid');
  const shell = (await readLive(production)).live.shell;
  const key = `r/shell/1.0.0-${shell.digest}/main.js`;
  await store.remove(key);
  await store.putIfAbsent(key, Buffer.from('evil'));
  expect(await run('verify')).toMatchObject({ exitCode: 1, output: expect.stringContaining('DAMAGED: main.js') });
});

test('verify and rollback find a replaced compressed file', async () => {
  const { runOk, run, store, production } = await createLiveShop();
  const before = (await readLive(production)).live.remotes.find(({ app }) => app === 'mf-a');
  await runOk('promote mf-a@1.1.0');
  const evil = brotliCompressSync('alert("evil")');
  const replace = async (key: string, bytes: Uint8Array) => {
    await store.remove(key);
    await store.putIfAbsent(key, bytes);
  };
  await replace(`r/mf-a/1.0.0-${before?.digest}/remote-entry.js.br`, evil);
  expect((await run('rollback')).output).toContain(
    'file-integrity · mf-a: remote-entry.js.br of 1.0.0 is missing or was',
  );
  const payment = (await readLive(production)).live.remotes.find(({ app }) => app === 'mf-payment');
  await replace(`r/mf-payment/1.0.0-${payment?.digest}/pay.js.br`, brotliCompressSync(Buffer.alloc(50_000_000)));
  expect(await run('verify')).toMatchObject({ exitCode: 1, output: expect.stringContaining('DAMAGED: pay.js.br') });
});

describe('a live release with a damaged release.json', () => {
  const openDamaged = async (bytes?: string) => {
    const shop = await createLiveShop();
    await shop.runOk('promote mf-a@1.1.0');
    const live = (await readLive(shop.production)).live.remotes.find(({ app }) => app === 'mf-a');
    const key = `r/mf-a/1.1.0-${live?.digest}/release.json`;
    await shop.store.remove(key);
    if (bytes !== undefined) await shop.store.putIfAbsent(key, Buffer.from(bytes));
    return shop;
  };

  it('verify lists a live release whose release.json is altered as damaged', async () => {
    const { run } = await openDamaged('{}');
    const { exitCode, output } = await run('verify');
    expect(exitCode).toBe(1);
    expect(output).toMatch(/mf-a +1\.1\.0 +DAMAGED: release\.json/);
    expect(output).toMatch(/mf-payment +1\.0\.0 +\d+ files unchanged/);
    expect(output).toContain('log: 2 changes');
  });

  it('promote and rollback replace a live release with a damaged release.json', async () => {
    const replaced = await openDamaged();
    await replaced.runOk('publish mf-a --version 1.2.0');
    expect(await replaced.runOk('promote mf-a@1.2.0')).toMatch(/mf-a +1\.2\.0/);
    expect(await (await openDamaged('{}')).runOk('rollback')).toMatch(/mf-a +1\.0\.0/);
    expect(await (await openDamaged('{}')).runOk('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
  });

  it('the file-integrity gate rejects a composition that keeps a damaged release, and --force overrides it', async () => {
    const { runOk, run } = await openDamaged();
    await runOk('publish shell --version 1.1.0');
    expect((await run('promote shell@1.1.0')).output).toMatch(
      /file-integrity · mf-a: mf-a@1\.1\.0 \(\w+\) is not in the release store → publish mf-a again under a new version/,
    );
    await runOk('promote shell@1.1.0 --force --reason bank');
  });
});
