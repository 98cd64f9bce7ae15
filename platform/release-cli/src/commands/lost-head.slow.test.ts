import path from 'node:path';
import { getHeadKey } from '@shop/releases/state/head';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { createLiveShop } from '../testing/terminal';

const folder = createTestFolder();
const head = getHeadKey('production');

const missing =
  'HEAD of production is missing, though its log goes up to change 2: run "npm run release -- recover-head" first.';
const damaged =
  'env/production/HEAD.json is malformed: it is not JSON. Sign a new HEAD with "npm run release -- recover-head", which ends the canaries.';

/** Creates a shop with two changes. Only production is changed afterwards. */
async function createShop() {
  const shop = await createLiveShop();
  await shop.runOk('note --reason sale');
  await shop.runOk('promote mf-a@1.0.0 shell@1.0.0 --env staging --reason opening');
  return shop;
}

describe.each([
  ['missing', null, missing],
  ['damaged', 'half a ', damaged],
])('while HEAD is %s', (state, bytes, message) => {
  let shop: Awaited<ReturnType<typeof createShop>>;
  beforeAll(async () => {
    shop = await createShop();
    await shop.store.remove(head);
    if (bytes !== null) await shop.store.putIfAbsent(head, Buffer.from(bytes));
  });

  it.each([
    ...[
      'status',
      'status --json',
      'history',
      'history --at 2h',
      'history --app mf-a',
      `history --export ${path.join(folder, 'log.jsonl')}`,
    ],
    ...['metrics', 'errors', 'incident', 'incident --all', 'diff 1 2', 'used-by react', 'list', 'verify', 'webhooks'],
    ...['staff-link', 'preview mf-a@1.1.0', 'check mf-a@1.1.0', 'gc', `backup --to ${path.join(folder, state)}`],
    ...['promote mf-a@1.1.0', 'promote --from production --env staging', 'rollback', 'lock --reason x'],
    ...['note --reason x', 'rollout 10 mf-a', 'publish mf-a --version 1.2.0', 'rotate-key activate --reason x'],
  ])('%s fails and names the command that repairs it', async (line) => {
    shop.host.keysDir = folder;
    const { exitCode, output } = await shop.run(line);
    expect(output.replaceAll('\\"', '"')).toContain(message);
    expect(exitCode).toBe(1);
  });

  it('incident --all and status --env still show the other environment', async () => {
    expect((await shop.run('incident --all')).output).toContain('staging: 1 change since');
    expect(await shop.runOk('status --env staging')).toContain('staging');
  });
});

test('a HEAD that is missing after one change is named by readers, and the promotion can be repeated', async () => {
  const { run, runOk, store } = await createLiveShop();
  await store.remove(head);
  for (const line of ['status', 'incident --all']) {
    expect(await run(line)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining(
        'HEAD of production is missing, though its log goes up to change 1: run "npm run release -- recover-head", or promote again.',
      ),
    });
  }
  await runOk('promote shell@1.0.0 mf-a@1.0.0 --reason again');
  await runOk('status');
});
