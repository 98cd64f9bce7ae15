import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { rollout } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createGateway } from '../app';
import { type CompositionWatcher, watchComposition } from '../composition/composition-watcher';
import { createCanaryAllowlist } from './canary-allowlist';

const root = mkdtempSync(path.join(tmpdir(), 'canary-lists-'));
const store = createFileSystemStore(root);
const environment = createTestEnvironment(store);
const errors: string[] = [];
let watcher: CompositionWatcher;

const server = `exports.provided = {};
exports.renderDocument = ({ composition }) => ({
  status: 200, html: String(composition.seq), inlineScripts: [], apiOrigin: 'http://localhost:8044',
});`;
const publishShell = (version: string) =>
  publish(store, { appRoot: writeFakeBuild({ app: 'shell', version, content: version, server }), commit: '' });

/** A gateway before which a proxy may name regions. */
const openGateway = (regionHeader?: string) =>
  createGateway({
    settings: { orderAmounts: 'rupee', serviceWorker: 'on' },
    store,
    catalog: { getStoreInfo: async () => null, getProductIds: async () => null },
    current: watcher.current,
    canary: watcher.canary,
    allowlist: createCanaryAllowlist({
      environment,
      ...(regionHeader ? { regionHeader } : {}),
      onError: (error) => errors.push(String(error)),
    }),
  });
let gateway: ReturnType<typeof openGateway>;

beforeAll(async () => {
  await promote(environment, [await publishShell('1.0.0')], testAuthor, passingGates);
  await promote(environment, [await publishShell('1.1.0')], testAuthor, {
    ...passingGates,
    canaryShare: 0,
    canaryAllowlist: { staff: true, regions: ['KA', 'MH'] },
  });
  watcher = await watchComposition({ environment, interval: 5, onError: (error) => errors.push(String(error)) });
  gateway = openGateway('x-region');
});

afterAll(async () => {
  await watcher.stop();
  await gateway.close();
  rmSync(root, { recursive: true, force: true });
});

const seqFor = async (headers: Record<string, string>, one = gateway) => (await one.inject({ url: '/', headers })).body;

test('visitors from a listed region get the canary, others do not', async () => {
  expect(await seqFor({ 'x-region': 'KA' })).toBe('2');
  expect(await seqFor({ 'x-region': 'mh' })).toBe('2');
  expect(await seqFor({ 'x-region': 'TN' })).toBe('1');
  expect(await seqFor({})).toBe('1');
});

test('nobody’s word on their region counts unless the deployment names the header', async () => {
  const plain = openGateway();
  expect(await seqFor({ 'x-region': 'KA' }, plain)).toBe('1');
  await plain.close();
});

test('a staff link makes a browser staff’s until it is ended', async () => {
  const { id } = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
  const link = await gateway.inject({ url: `/-/staff/${id}` });
  expect(link).toMatchObject({
    statusCode: 303,
    headers: { location: '/', 'set-cookie': expect.stringMatching(/^staff=.*Max-Age=\d+.*HttpOnly.*SameSite=Lax/) },
  });
  const cookie = String(link.headers['set-cookie']).split(';')[0] ?? '';
  expect(await seqFor({ cookie })).toBe('2');
  const end = await gateway.inject({ url: '/-/staff/end', headers: { cookie } });
  expect(end.headers['set-cookie']).toMatch(/^staff=; .*Max-Age=0/);
});

test('a pass that has expired, was never made, or was signed by a stranger counts for nothing', async () => {
  const expired = await createStaffPass(environment, { by: 'asha', duration: -1 });
  expect((await gateway.inject({ url: `/-/staff/${expired.id}` })).statusCode).toBe(404);
  expect(await seqFor({ cookie: `staff=${expired.id}` })).toBe('1');
  expect(await seqFor({ cookie: 'staff=../../env' })).toBe('1');
  const forged = await createStaffPass(createTestEnvironment(store), { by: 'mallory', duration: 60_000 });
  expect(await seqFor({ cookie: `staff=${forged.id}` })).toBe('1');
  expect(errors.splice(0)).toEqual([expect.stringContaining('which is not trusted here')]);
});

test('a visitor whom chance draws stays drawn when the share rises', async () => {
  const first = await gateway.inject({ url: '/' });
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  expect(await seqFor({ cookie })).toBe('1');
  let before = '1';
  for (const share of [20, 60, 100]) {
    await rollout(environment, share, testAuthor, passingGates);
    while (watcher.canary()?.share !== share) await new Promise((resolve) => setTimeout(resolve, 5));
    const now = await seqFor({ cookie });
    expect(Number(now)).toBeGreaterThanOrEqual(Number(before));
    before = now;
  }
  expect(before).toBe('2');
});
