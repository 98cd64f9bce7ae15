import { errorRecords, maxGroupsPerDay } from '@shop/releases/error-reports/error-records';
import { getVisitorReference } from '@shop/releases/state/canary-slots';
import type { ErrorBeacon } from '@shop/remote-contract/error-report';
import { closeTestGateways, openTestGateway, type TestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const day = 86_400_000;

/** A gateway with a live shell, and its release as in the URLs of its files. */
async function openShop() {
  const shop = await openTestGateway({ isInProcess: true });
  const { version, digest } = await shop.promoteShell('one', '1.0.0');
  const release = `shell/${version}-${digest}`;
  const composition = shop.watcher.current()?.composition.seq ?? 0;
  const report = (errors: object[], headers = {}) =>
    shop.app.inject({ method: 'POST', url: '/-/errors', headers, payload: { composition, errors } });
  const read = (since = shop.clock.now - 40 * day) => errorRecords.read(shop.environment.store, 'production', since);
  const error = (changes: Partial<ErrorBeacon['errors'][number]> = {}) => ({
    release,
    message: 'TypeError: x is undefined',
    frames: [`${release}/main.js:1:20`],
    ...changes,
  });
  return { ...shop, composition, release, report, read, error };
}

const flush = ({ errorReports }: Pick<TestGateway, 'errorReports'>) => errorReports.flush();

test('counts the pages that report one error, keeps its first stack, and adds nothing while no report arrives', async () => {
  const shop = await openShop();
  const { report, read, error, clock, release } = shop;
  expect((await report([error()])).statusCode).toBe(204);
  clock.now += 1000;
  await report([
    error({ frames: [`${release}/main.js:1:20`, `${release}/main.js:9:9`] }),
    error({ message: 'Error: b' }),
  ]);
  await flush(shop);
  const [record] = await read();
  expect(record?.errors.map(({ message, count, frames }) => [message, count, frames.length])).toEqual([
    ['TypeError: x is undefined', 1, 1],
    ['TypeError: x is undefined', 1, 2],
    ['Error: b', 1, 1],
  ]);
  await report([error()]);
  await flush(shop);
  const [later] = await read();
  expect(later?.errors[0]).toMatchObject({ count: 2, firstAt: clock.now - 1000, lastAt: clock.now, release });
});

test('records the newest visitors who met an error, by a reference that is not the id of their cookie', async () => {
  const shop = await openShop();
  const { report, read, error, clock } = shop;
  const ids = [1, 2, 3, 4].map((digit) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`);
  for (const id of ids) {
    clock.now += 1000;
    await report([error()], { cookie: `visitor=${id}` });
  }
  await report([error()], { cookie: 'visitor=<script>' });
  await report([error()], { cookie: `visitor=${ids[3]}` });
  await report([error({ message: 'Error: without a cookie' })]);
  await flush(shop);
  const [known, other] = (await read())[0]?.errors ?? [];
  const toVisitor = (index: number) => ({
    visitor: getVisitorReference('production', ids[index] ?? ''),
    at: clock.now - (3 - index) * 1000,
  });
  expect(known).toMatchObject({ count: 6, visitors: [toVisitor(3), toVisitor(2), toVisitor(1)] });
  expect(JSON.stringify(known)).not.toContain('0000-4000');
  expect(other).not.toHaveProperty('visitors');
});

test('drops reports of releases and positions that the composition does not contain', async () => {
  const shop = await openShop();
  const { report, read, error, release } = shop;
  const forged = 'shell/9.9.9-0123456789ab';
  await report([error({ release: forged }), error({ frames: [`${forged}/main.js:1:1`, `${release}/main.js:1:2`] })]);
  await shop.app.inject({ method: 'POST', url: '/-/errors', payload: { composition: 999, errors: [error()] } });
  await flush(shop);
  expect((await read()).flatMap(({ errors }) => errors.map(({ frames }) => frames))).toEqual([
    [`${release}/main.js:1:2`],
  ]);
});

test('keeps the errors of pages that were open when another composition became live, for ten minutes', async () => {
  const shop = await openShop();
  const { report, read, error, clock } = shop;
  await shop.get('/');
  await shop.promoteShell('two', '2.0.0');
  await report([error()]);
  await shop.get('/');
  clock.now += 10 * 60_000 + 1;
  await report([error()]);
  await flush(shop);
  expect((await read()).flatMap(({ errors }) => errors.map(({ count }) => count))).toEqual([1]);
});

test('cleans the message of a forged report before it is stored', async () => {
  const shop = await openShop();
  await shop.report([shop.error({ message: 'ada@example.com at https://shop.example/?token=1' })]);
  await flush(shop);
  expect((await shop.read())[0]?.errors[0]?.message).toBe('… at …');
});

test.each([
  ['a frame that is not a position', { frames: ['https://evil.example/x.js:1:1'] }],
  ['a long message', { message: 'x'.repeat(201) }],
  ['too many frames', { frames: Array.from({ length: 13 }, () => 'shell/1.0.0-0123456789ab/main.js:1:1') }],
  ['another field', { url: '/orders' }],
])('refuses a report with %s', async (_, changes) => {
  const { report, error } = await openShop();
  const response = await report([{ ...error(), ...changes }]);
  expect([response.statusCode, response.body]).toEqual([400, expect.stringMatching(/^These are not error reports: /)]);
});

test('records a bounded number of different errors in a day, and counts the others', async () => {
  const shop = await openShop();
  const { errorReports, error, composition } = shop;
  for (let index = 0; index < maxGroupsPerDay + 3; index++) {
    errorReports.record({ composition, errors: [error({ message: `Error: ${index}` })] });
  }
  await flush(shop);
  const [record] = await shop.read();
  expect([record?.errors.length, record?.dropped]).toEqual([maxGroupsPerDay, 3]);
});

test('removes records after thirty days, and starts a record for each day', async () => {
  const shop = await openShop();
  const { report, error, clock, environment, errorReports } = shop;
  await report([error()]);
  await flush(shop);
  clock.now += 30 * day;
  await report([error()]);
  await flush(shop);
  expect(await shop.read()).toHaveLength(2);
  await errorReports.prune();
  expect((await shop.read()).map((record) => record.day)).toEqual([new Date(clock.now).toISOString().slice(0, 10)]);
  await environment.store.putIfAbsent(errorRecords.getKey('production', '2026-12-21', 'x'), Buffer.from('{'));
  expect(await shop.read()).toHaveLength(1);
});
