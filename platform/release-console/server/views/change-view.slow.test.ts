import { verifyExportedLog } from '@shop/releases/history/exported-audit-log';
import { writeScreenshots } from '@shop/releases/history/screenshots';
import { listReleases } from '@shop/releases/release/list-releases';
import type { ChangeDescription } from '@shop/releases/service-api/responses';
import { sha256 } from '@shop/releases/store/document-ref';
import { canary, createTestConsole, env } from '../testing/test-console';

/** A console after a lock by ravi and a canary of mf-a 1.1.0 by asha. */
async function createHistory() {
  const console = await createTestConsole();
  await console.ravi.post('/api/lock', { env, seq: 1, app: 'mf-payment', reason: 'sale weekend' });
  await console.asha.post('/api/promote', { ...canary, seq: 2 });
  return console;
}

test('describes a change of the history, and a promotion that is planned', async () => {
  const { asha } = await createHistory();
  const read = async (address: string) => (await asha.get(`/api/${address}`)).json<ChangeDescription>();
  const change = await read('change?env=production&seq=3');
  expect(change).toMatchObject({ apps: [{ app: 'mf-a', before: { version: '1.0.0' }, after: { version: '1.1.0' } }] });
  expect(change.apps[0]?.sent.after).toBeGreaterThan(0);
  expect(change.apps[0]?.contract).toEqual([]);
  expect((await read('change?env=production&seq=1')).apps.map(({ app }) => app)).toEqual([
    'shell',
    'mf-a',
    'mf-payment',
  ]);
  const planned = await read('planned-change?env=production&releases=mf-payment@2.0.0&removedApps=mf-a');
  expect(planned.apps.map(({ app, after }) => [app, after?.version])).toEqual([
    ['mf-payment', '2.0.0'],
    ['mf-a', undefined],
  ]);
  expect(planned.apps[0]?.contract).toContainEqual({ kind: 'path', name: '/a', before: null, after: 'open' });
});

test('names the screens that a planned promotion changes, and serves their pictures to people who are signed in', async () => {
  const { app, asha, store, newest, headers } = await createTestConsole();
  const { live } = (await newest()).state;
  const next = (await listReleases(store, 'mf-a')).find(({ version }) => version === '1.1.0');
  if (!next) throw new Error('mf-a 1.1.0 is not published');
  const planned = { ...live, remotes: live.remotes.map((remote) => (remote.app === 'mf-a' ? next : remote)) };
  const picture = (text: string) => [{ app: 'mf-a', screen: '/a', bytes: Buffer.from(text) }];
  await writeScreenshots(store, live, picture('old'));
  await writeScreenshots(store, planned, picture('new'));
  const { screens } = (
    await asha.get('/api/planned-change?env=production&releases=mf-a@1.1.0')
  ).json<ChangeDescription>();
  const [before, after] = ['old', 'new'].map((text) => sha256(Buffer.from(text)));
  expect(screens).toEqual({ changed: [{ app: 'mf-a', screen: '/a', before, after }], same: 0 });
  const shown = await asha.get(`/pictures/${after}`);
  expect([shown.statusCode, shown.headers['content-type'], shown.body]).toEqual([200, 'image/jpeg', 'new']);
  expect(shown.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url: `/pictures/${after}`, headers })).statusCode).toBe(401);
  for (const missing of ['f'.repeat(64), '..%2F..%2Fenv%2Fproduction%2FHEAD.json']) {
    expect((await asha.get(`/pictures/${missing}`)).statusCode).toBe(404);
  }
});

test.each([
  ['history?env=production&action=fly', 400, 'The request is invalid: action: give one of promote, canary,'],
  ['history?env=production&since=yesterday', 400, 'since: give an ISO date and time'],
  ['history?env=production&since=2027-02-29T00:00:00Z', 400, 'since: this day does not exist.'],
  ['history', 400, 'The request is invalid: env: is missing.'],
  ['change?env=production&seq=99', 404, 'There is no change 99 in production.'],
  ['change?env=staging&seq=1', 404, 'There is no environment staging: name one of production.'],
  ['planned-change?env=production&releases=mf-a', 400, 'write app@version, such as mf-catalog@1.2.0'],
  ['audit-log?env=staging', 404, 'There is no environment staging'],
])('rejects %s', async (address, status, message) => {
  const { asha } = await createTestConsole();
  const response = await asha.get(`/api/${address}`);
  expect(response.statusCode).toBe(status);
  expect(response.json().error).toContain(message);
});

test('exports the signed audit log as a file that can be verified without the console', async () => {
  const { app, asha, headers, environment } = await createHistory();
  const { body, headers: sent } = await asha.get('/api/audit-log?env=production');
  expect(sent['content-disposition']).toBe('attachment; filename="audit-log-production.jsonl"');
  async function* lines() {
    yield* body.trimEnd().split('\n');
  }
  expect(await verifyExportedLog(lines(), { trusted: environment.trusted })).toMatchObject({
    env,
    changes: 3,
    newest: { seq: 3 },
  });
  expect((await app.inject({ url: '/api/audit-log?env=production', headers })).statusCode).toBe(401);
});
