import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { writeReleaseLog } from '@shop/releases/testing/release-log';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { runReleaseCli } from '../cli/release-cli';
import { createLiveShop, createTerminal } from '../testing/terminal';

const folder = createTestFolder();

/** A shop after a lock, its end, and a promotion of mf-a. */
async function createHistory() {
  const shop = await createLiveShop();
  await shop.runOk('lock mf-payment --reason "sale weekend"');
  await shop.runOk('unlock mf-payment --reason over');
  await shop.runOk('promote mf-a@1.1.0 --reason "new cards"');
  const search = async (options: string) =>
    (await shop.runJson(`history ${options}`)).map(({ seq }: { seq: number }) => seq);
  return { ...shop, search };
}

test('history finds changes by app, person, action, reason and time', async () => {
  const { search, runOk } = await createHistory();
  expect(await search('--app mf-a')).toEqual([4, 1]);
  expect(await search('--app mf-payment')).toEqual([3, 2, 1]);
  expect(await runOk('history --action lock')).toMatch(/ asha +locked mf-payment +sale weekend$/);
  expect(await search('--by ASH --action lock')).toEqual([2]);
  expect(await search('--search weekend')).toEqual([2]);
  expect(await search('--since 1h --limit 2')).toEqual([4, 3]);
  expect(await search('--until 2020-01-31')).toEqual([]);
  expect(await runOk('history --by meera')).toBe('No change matches.');
});

test('history shows the changes before a number, and says where a search of a long log ended', async () => {
  const objects = new Map<string, Uint8Array>();
  const environment = createTestEnvironment(createMemoryStore(objects));
  const write = (key: string, bytes: Uint8Array) => void objects.set(key, bytes);
  await writeReleaseLog(environment, { entries: 5100, releases: 2, write });
  const { host } = createTerminal();
  const run = (...args: string[]) =>
    runReleaseCli(['history', ...args], async () => ({ ...host, openEnvironment: async () => environment }));
  expect((await run('--before', '4', '--limit', '2')).output).toMatch(/^ +3 .*\n +2 [^\n]*$/);
  expect(await run('--search', 'saffron')).toMatchObject({
    output: 'No change matches.\nThe search ended before change 101: continue with --before 101.',
    exitCode: 1,
  });
  expect(await run('--search', 'saffron', '--json')).toMatchObject({
    output: '[]',
    notes: 'The search ended before change 101: continue with --before 101.',
    exitCode: 1,
  });
  const list = await run('--limit', '5050', '--json');
  expect(JSON.parse(list.output)).toHaveLength(5050);
  expect(list).toMatchObject({ exitCode: 0 });
  expect(list).not.toHaveProperty('notes');
  expect(await run('--search', 'saffron', '--before', '101')).toMatchObject({ exitCode: 0 });
  expect((await run('--search', 'saffron', '--until', '2020-01-01', '--since', '2020-01-01')).exitCode).toBe(0);
});

test('history --at shows the live versions and the canaries of a time, and what a visitor had', async () => {
  const { runOk, run } = await createLiveShop();
  await runOk('promote mf-a@1.1.0 --canary 100 --reason "new cards"');
  const visitor = '00000000-0000-4000-8000-000000000000';
  const now = new Date(Date.now() + 60_000).toISOString().slice(0, 16);
  const output = await runOk(`history --at ${now} --visitor ${visitor}`);
  expect(output).toMatch(
    /^production at .* UTC, after change 2 of .*: asha promoted mf-a 1\.1\.0 to 100 % of the visitors/,
  );
  expect(output).toMatch(/\n +mf-a +1\.0\.0 +[0-9a-f]{12}\n/);
  expect(output).toContain('canary: 100 % of the visitors get mf-a 1.0.0 → 1.1.0, by asha');
  expect(output).toContain('This visitor had the canary of mf-a.');
  expect((await run('history --at 2000-01-01T00:00')).output).toContain(
    'production has no change before 2000-01-01 00:00 UTC: give a later time.',
  );
});

test.each([
  ['/missing/log.jsonl', 'there is no such file or folder (ENOENT: open /missing/log.jsonl.draft)'],
  ['/dev/null/log.jsonl', 'part of its path is a file (ENOTDIR: open /dev/null/log.jsonl.draft)'],
])('history says why it cannot write %s', async (file, why) => {
  const { run } = await createLiveShop();
  expect(await run(`history --export ${file}`)).toMatchObject({
    exitCode: 1,
    output: `A file cannot be used: ${why}. Correct that, or name another one.`,
  });
});

/** A command line on a machine without release store, policy and keys. */
const runElsewhere = (...args: string[]) =>
  runReleaseCli(args, () => Promise.reject(new Error('the release store was opened')));

test('history writes the signed log to a file, and verify-log verifies it without a release store', async () => {
  const { runOk, production } = await createHistory();
  const file = path.join(folder, 'log.jsonl');
  const exported = await runOk(`history --export ${file}`);
  const [, head = ''] = /--head ([0-9a-f]{64})$/.exec(exported) ?? [];
  expect(exported).toBe(
    `${file} has the 4 signed changes of production. Check it with:\nverify-log ${file} --head ${head}`,
  );
  const { output, exitCode } = await runElsewhere('verify-log', file);
  expect(output).toMatch(
    /^4 changes of production: chain and signatures are valid, the newest is change 4 of 20\S+\.\nSigned with the keys /,
  );
  expect(output).toContain(production.signingKey.id);
  expect(output).toContain(`Later changes may be cut off: compare ${head} with what the export printed`);
  expect((await runElsewhere('verify-log', file, '--head', head)).output).not.toContain('cut off');
  expect(await runElsewhere('verify-log', file, '--head', 'f'.repeat(64))).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('its newest changes were cut off, or it is another log.'),
  });
  expect(exitCode).toBe(0);
  const changed = path.join(folder, 'changed.jsonl');
  writeFileSync(changed, readFileSync(file, 'utf8').replace('sale weekend', 'sale weekday'));
  expect(await runElsewhere('verify-log', changed)).toMatchObject({
    exitCode: 1,
    output: 'Line 4 is not the change that the line before names: one was changed or left out.',
  });
});

test('verify-log rejects a log of other keys than those of a folder', async () => {
  const { runOk } = await createLiveShop();
  const [file, keys] = [path.join(folder, 'other.jsonl'), path.join(folder, 'keys')];
  await runOk(`history --export ${file}`);
  await ensureKeys(keys);
  expect(await runElsewhere('verify-log', file, '--keys', keys)).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^Line 2 is signed with the key [0-9a-f]{16}, which is not trusted here$/),
  });
});
