import { readLiveState } from '@shop/releases/state/live-state';
import { createLiveShop } from '../../testing/terminal';

test('rollback restores every app or one app, and fails when the history has no earlier version', async () => {
  const { runOk, run } = await createLiveShop();
  expect((await run('rollback')).output).toContain('no earlier version that was not rolled back');
  await runOk('promote mf-a@1.1.0');
  expect(await runOk('rollback --reason "cards broke"')).toMatch(/mf-a +1\.0\.0/);
  await runOk('promote mf-a@1.1.0');
  expect(await runOk('rollback mf-a')).toMatch(/mf-a +1\.0\.0/);
  expect(await runOk('rollback --to 2')).toMatch(/mf-a +1\.1\.0/);
  expect(await runOk('rollback --to 2')).toContain('That is live already: nothing changed.');
});

test('rollback rejects a composition with a missing file', async () => {
  const { runOk, run, store, production } = await createLiveShop();
  const before = (await readLiveState(production))?.live.remotes.find(({ app }) => app === 'mf-a');
  await runOk('promote mf-a@1.1.0');
  await store.remove(`r/mf-a/1.0.0-${before?.digest}/home.js`);
  expect((await run('rollback')).output).toContain('file-integrity · mf-a: home.js of 1.0.0 is missing');
  expect(await runOk('status')).toMatch(/mf-a +1\.1\.0/);
});

test('lock stops promotions of an app until unlock', async () => {
  const { runOk, run } = await createLiveShop();
  expect((await run('lock mf-a')).output).toBe('A lock needs a reason: add --reason "…".');
  expect(await runOk('lock mf-a --reason "sale weekend"')).toContain('locked: mf-a, by asha (sale weekend)');
  expect((await run('promote mf-a@1.1.0')).output).toContain('mf-a is locked by asha');
  await runOk('unlock mf-a --reason over');
  await runOk('promote mf-a@1.1.0');
});
