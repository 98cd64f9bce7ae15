import { recoverHead } from '@shop/releases/actions/recover-head';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { createLiveShop } from '../../testing/terminal';

test.each([
  ['missing', null],
  ['damaged', 'half a '],
])('recover-head signs a new HEAD when HEAD is %s, and rejects a valid HEAD', async (_, bytes) => {
  const { runOk, run, runJson, store, production } = await createLiveShop();
  await runOk('promote mf-a@1.1.0');
  await runOk('lock mf-a --reason sale');
  const good = await run('recover-head --reason "disk failed"');
  expect(good).toMatchObject({
    exitCode: 1,
    output: 'HEAD of production is valid, at change 3: there is nothing to repair.',
  });
  await store.remove('env/production/HEAD.json');
  if (bytes !== null) await store.putIfAbsent('env/production/HEAD.json', Buffer.from(bytes));
  expect((await run('promote shell@1.0.0')).output).toMatch(
    bytes === null
      ? 'HEAD of production is missing, though its log goes up to change 3: run "npm run release -- recover-head" first.'
      : 'is malformed',
  );
  await store.putIfAbsent('env/production/log/000009-0123456789ab.json', Buffer.from('{}'));
  expect((await run('recover-head')).output).toBe('A recovery needs a reason: add --reason "…".');
  const stranger = { ...createTestEnvironment(store) };
  await expect(recoverHead(stranger, { by: 'guest', reason: '' })).rejects.toThrow(
    'No log entry of production is signed',
  );
  const slow = new Error('timed out');
  const compositions = (await store.list('env/production/compositions/')).join();
  const get: ReleaseStore['get'] = (key) => (compositions.includes(key) ? Promise.reject(slow) : store.get(key));
  const unreachable = { ...production, store: { ...store, get } };
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  // The damaged entry of change 9 counts: a gateway may have seen its HEAD.
  expect(await runOk('recover-head --reason "disk failed"')).toMatch(
    /production, change 10:\n(.*\n)+.*mf-a +1\.1\.0.*\n(.*\n)*The locks and the canaries are lost/,
  );
  expect((await readLiveState(production))?.head).toMatchObject({ seq: 10, locks: {} });
  await expect(recoverHead(unreachable, { by: 'asha', reason: '' })).rejects.toThrow(slow);
  expect((await runJson('history')).map(({ action }: { action: string }) => action)).toEqual([
    ...['recover-head', 'lock', 'promote', 'promote'],
  ]);
  expect(await runOk('rollback')).toMatch(/mf-a +1\.0\.0/);
});
