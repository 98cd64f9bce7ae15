import { GenMapping, maybeAddMapping, toEncodedMap } from '@jridgewell/gen-mapping';
import { createEmptyCounts } from '@shop/releases/canary-analysis/gateway-metrics';
import { type ErrorRecord, errorRecords, type RecordedError } from '@shop/releases/error-reports/error-records';
import type { ReleaseId } from '@shop/releases/release/release';
import { formatDay } from '@shop/releases/store/daily-records';
import { createGatewayMetrics, writeDailyRecord, writeGatewayMetrics } from '@shop/releases/testing/gateway-records';
import { createLiveShop, createTerminal } from '../testing/terminal';

/** A source map in which a column of the first line is a place in `src/price.ts`. */
function createSourceMap(column: number, line: number) {
  const map = new GenMapping({ file: 'remote-entry.js' });
  maybeAddMapping(map, {
    generated: { line: 1, column },
    original: { line, column: 4 },
    source: 'webpack://mf_a/./src/price.ts',
    name: 'formatPrice',
  });
  return toEncodedMap(map);
}

const nameOf = ({ app, version, digest }: ReleaseId) => `${app}/${version}-${digest}`;

/** A terminal with mf-a 1.0.0 and 1.1.0, and errors that two gateways recorded. */
async function openShop() {
  const terminal = createTerminal();
  terminal.setBundle({ sourceMap: createSourceMap(19, 12) });
  const first: ReleaseId = await terminal.runJson('publish mf-a --version 1.0.0');
  terminal.setBundle({ sourceMap: createSourceMap(29, 15), script: 'let x;' });
  const second: ReleaseId = await terminal.runJson('publish mf-a --version 1.1.0');
  terminal.setBundle({});
  const shell: ReleaseId = await terminal.runJson('publish shell');
  const now = Date.now();
  const createError = (release: ReleaseId, column: number, changes: Partial<RecordedError> = {}): RecordedError => ({
    fingerprint: '0123456789abcdef',
    release: nameOf(release),
    message: 'TypeError: price is undefined',
    frames: [`${nameOf(release)}/remote-entry.js:1:${column}`],
    count: 1,
    firstAt: now - 1000,
    lastAt: now - 1000,
    ...changes,
  });
  const record = async (gateway: string, errors: RecordedError[], dropped = 0) => {
    const day = formatDay(now - 1000);
    const document: ErrorRecord = { schema: 1, env: 'production', day, errors, dropped };
    await writeDailyRecord(terminal.store, errorRecords, gateway, document);
  };
  return { ...terminal, first, second, shell, record, createError, now };
}

test('errors groups the reports of gateways and versions, with counts by version and the stack in the sources', async () => {
  const { runOk, record, createError, first, second, shell, now } = await openShop();
  await record('a', [createError(first, 20, { count: 3 }), createError(shell, 1, { fingerprint: 'aaaaaaaaaaaaaaaa' })]);
  const newer = { fingerprint: 'bbbbbbbbbbbbbbbb', lastAt: now };
  await record('b', [createError(first, 20), createError(second, 30, newer)], 2);
  expect(await runOk('errors')).toBe(
    [
      'mf-a: TypeError: price is undefined',
      `  5 pages (1.1.0: 1, 1.0.0: 4), last at ${new Date(now).toISOString()}`,
      '    at src/price.ts:15:5 (formatPrice)',
      'shell: TypeError: price is undefined',
      `  1 page (1.0.0: 1), last at ${new Date(now - 1000).toISOString()}`,
      `    at ${nameOf(shell)}/remote-entry.js:1:1`,
      '    no source map is stored for shell@1.0.0: publish the same build again to add it',
      '2 reports of further errors are not recorded: a day has 200 at most.',
    ].join('\n'),
  );
});

test('errors names the newest visitors who met an error, and the command that says what each one had', async () => {
  const { runOk, record, createError, first, second, shell } = await openShop();
  const at = (second: number) => Date.parse('2026-11-27T14:05:00.700Z') + second * 1000;
  const met = (visitor: string, seconds: number) => ({ visitor, at: at(seconds) });
  await record('a', [createError(first, 20, { visitors: [met('1-00000001', 1), met('2-00000002', 0)] })]);
  const newer = { fingerprint: 'bbbbbbbbbbbbbbbb', visitors: [met('3-00000003', 3), met('1-00000001', 2)] };
  await record('b', [createError(first, 20, { visitors: [met('99-0000000a', 4)] }), createError(second, 30, newer)]);
  const output = await runOk('errors');
  expect(output.split('\n').filter((line) => line.includes('--visitor'))).toEqual([
    '  what a visitor had: history --at 2026-11-27T14:05:04Z --visitor 99-0000000a',
    '  what a visitor had: history --at 2026-11-27T14:05:03Z --visitor 3-00000003',
    '  what a visitor had: history --at 2026-11-27T14:05:02Z --visitor 1-00000001',
  ]);
  await runOk(`promote shell@${shell.version} mf-a@1.0.0 --reason opening`);
  expect(await runOk('history --at 2126-11-27T14:05:04Z --visitor 99-0000000a')).toContain(
    'This visitor had the live versions.',
  );
});

test('errors shows one app, a limited number, and only errors with a report since the time', async () => {
  const { run, runOk, runJson, record, createError, first, shell, now } = await openShop();
  const old = {
    fingerprint: 'cccccccccccccccc',
    message: 'Error: old',
    firstAt: now - 7_200_000,
    lastAt: now - 7_200_000,
  };
  await record('a', [
    createError(first, 20),
    createError(shell, 1, { fingerprint: 'aaaaaaaaaaaaaaaa' }),
    createError(first, 20, old),
  ]);
  expect((await runJson('errors --app shell')).groups).toMatchObject([{ app: 'shell' }]);
  expect((await runJson('errors --since 1h')).groups).toHaveLength(2);
  expect((await runJson('errors --since 3h')).groups).toHaveLength(3);
  expect(await runOk('errors --limit 1 --since 1h')).toContain('1 more: raise --limit.');
  expect(await run('errors --app mf-payment')).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('production has no live composition yet'),
  });
  await runOk('promote shell@1.0.0 --reason opening');
  expect(await run('errors --app mf-payment')).toMatchObject({
    exitCode: 2,
    output: 'There is no app "mf-payment": choose from shell, mf-a.',
  });
  await runOk('publish mf-payment');
  expect(await runOk('errors --app mf-payment')).toBe('Pages reported no errors.');
});

test('errors ignores damaged records, and leaves a stack as it is when its source map is damaged', async () => {
  const { runOk, record, createError, first, store } = await openShop();
  await record('a', [createError(first, 20)]);
  await store.putIfAbsent(
    errorRecords.getKey('production', formatDay(Date.now()), 'broken'),
    Buffer.from('{"schema":1}'),
  );
  for (const key of await store.list('private/mf-a/')) {
    await store.remove(key);
    await store.putIfAbsent(key, Buffer.from('no brotli'));
  }
  expect(await runOk('errors')).toContain(
    [
      `    at ${nameOf(first)}/remote-entry.js:1:20`,
      '    a source map of mf-a@1.0.0 cannot be read: publish the same build again under a new version',
    ].join('\n'),
  );
});

test('errors of pages and failed renderings are counted apart, and errors says where the renderings are', async () => {
  const { runOk, store } = await createLiveShop();
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const counts = { ...createEmptyCounts(), views: 40, renderFailures: 5, errors: 2 };
  const minutes = [{ minute, composition: 1, assignment: 'control' as const, counts }];
  await writeGatewayMetrics(store, 'a', createGatewayMetrics({ at: Date.now(), minutes }));
  const rows = (await runOk('status')).split('\n').map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(['metrics of the last two hours; 1 gateway runs now:']);
  expect(rows.find(([first]) => first === 'views')?.slice(0, 4)).toEqual([
    ...['views', 'page errors', 'load failures', 'render failures'],
  ]);
  expect(rows.find(([first]) => first === 'live')?.slice(1, 5)).toEqual(['40', '2', '0', '5']);
  expect(await runOk('errors')).toBe(
    [
      'Pages reported no errors.',
      'The server failed to render 5 pages in the last two hours: "status" counts them as render failures, and the logs of the gateways have their causes.',
    ].join('\n'),
  );
});
