import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import { listGatewayMetricsKeys } from '@shop/releases/canary-analysis/gateway-metrics';
import { publish } from '@shop/releases/release/publish';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import type { FastifyInstance } from 'fastify';
import { createGateway } from '../app';
import { createCanaryAllowlist } from '../canary/canary-allowlist';
import { type CompositionWatcher, watchComposition } from '../composition/composition-watcher';
import { createPreviews } from '../previews/previews';
import { createTelemetryRecorder, type TelemetryRecorder } from '../telemetry/telemetry-recorder';
import { sendRawRequest } from '../testing/raw-request';

/** A Node build of a shell that finds the store API by the host's name, as the shop's does. */
const server = `
exports.provided = {};
exports.renderDocument = ({ pathname, hostname, settings }) => ({
  status: 200, html: pathname, inlineScripts: [],
  apiOrigin: new URL(settings.apiBase ?? (hostname === 'localhost' ? 'http://localhost:8044' : 'https://api.' + hostname)).origin,
});`;

const root = mkdtempSync(path.join(tmpdir(), 'asked-address-'));
const store = createFileSystemStore(root);
const environment = createTestEnvironment(store);
const errors: string[] = [];
const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
let watcher: CompositionWatcher;
let recorder: TelemetryRecorder;
let gateway: FastifyInstance;
let port: number;

const openGateway = (publicApiBase?: string) => {
  const { current, canary } = watcher;
  recorder = createTelemetryRecorder({ store, env: 'production', current, canary, onError });
  return createGateway({
    settings: { orderAmounts: 'rupee', serviceWorker: 'on', ...(publicApiBase ? { publicApiBase } : {}) },
    store,
    catalog: { getStoreInfo: async () => null, getProductIds: async () => null },
    current,
    canary,
    previews: createPreviews(environment, onError),
    allowlist: createCanaryAllowlist({ environment, onError }),
    telemetry: recorder,
  });
};

beforeAll(async () => {
  const release = await publish(store, { appRoot: writeFakeBuild({ app: 'shell', server }), commit: '' });
  await promote(environment, [release], testAuthor, passingGates);
  watcher = await watchComposition({ environment, interval: 60_000, onError });
  gateway = openGateway();
  await gateway.listen({ port: 0, host: '127.0.0.1' });
  port = (gateway.server.address() as AddressInfo).port;
});

afterAll(async () => {
  await watcher.stop();
  await gateway.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = async (address: string, host = 'localhost') => {
  const { status, body, headers } = await sendRawRequest(port, `GET ${address}`, { host });
  return { status, body, sniffing: headers['x-content-type-options'] };
};
const refused = (sentence: string) => ({ status: 400, body: sentence, sniffing: 'nosniff' });

describe('an address that anyone can make up', () => {
  it.each(['//', '///', '//?x', '//evil.com/x', '/\\x', '/a\\b', '/.//evil.com', '*', 'http://evil.com//x'])(
    'is refused in a sentence: %s',
    async (address) => expect(await ask(address)).toEqual(refused('That address cannot be read.')),
  );

  it.each(['a b', 'evil"<', 'x%', 'a@b', 'a/b', '10.0.0.1', '[::2]'])(
    'is refused in a sentence when its host is %s',
    async (host) => {
      const sentence = 'The shop is not served under that host name: open it by its own.';
      expect(await ask('/', host)).toEqual(refused(sentence));
    },
  );

  it('counts neither as a view nor as a document that could not be made', async () => {
    await recorder.flush();
    expect(await listGatewayMetricsKeys(store, 'production')).toEqual([]);
  });

  it.each([
    '/r/mf-catalog/.x-0123456789ab/foo.js',
    '/r/mf-catalog/%2e%2e-0123456789ab/foo.js',
    '/r/.x/1-0123456789ab/a.js',
  ])('is no file of a release: %s', async (address) => expect((await ask(address)).status).toBe(404));
});

test('an address that is whole, or has a doubled slash further on, is the shop’s', async () => {
  expect(await ask('http://localhost/products?page=2')).toMatchObject({ status: 200, body: '/products' });
  expect(await ask('/product//x#y')).toMatchObject({ status: 200, body: '/product//x' });
  expect(await ask('/', 'www.shop.example:3000')).toMatchObject({ status: 200, body: '/' });
});

test('a bare number is a host like any other where the deployment says where the store API is', async () => {
  const other = openGateway('http://10.0.0.2:8044/api/v1');
  expect((await other.inject({ url: '/', headers: { host: '10.0.0.1:3000' } })).statusCode).toBe(200);
  await other.close();
});

describe('what has no route', () => {
  const answer = async (requestLine: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent, body } = await sendRawRequest(port, requestLine, headers);
    const common = ['x-content-type-options', 'referrer-policy', 'permissions-policy'].every((name) => sent[name]);
    return { status, body, type: sent['content-type'], common, allow: sent.allow };
  };
  const plain = { type: 'text/plain; charset=utf-8', common: true };

  it.each(['/%', '/%E0%A4%A', '/r/shell/%/main.js'])('is an address that cannot be decoded: %s', async (address) => {
    expect(await answer(`GET ${address}`)).toEqual({ ...plain, status: 400, body: 'That address cannot be read.' });
  });

  it.each(['POST /', 'PUT /r/shell/x', 'PROPFIND /', 'OPTIONS *', 'TRACE /', 'DELETE /-/preview/x'])(
    'is a method: %s',
    async (requestLine) => {
      const body = 'This address can only be read: ask for it with GET.';
      expect(await answer(requestLine)).toEqual({ ...plain, status: 405, body, allow: 'GET, HEAD' });
    },
  );

  it('is a method with a body that cannot be read', async () => {
    expect(await answer('POST /', { 'content-type': 'application/json', 'content-length': '1' })).toMatchObject({
      ...plain,
      status: 405,
    });
  });

  it.each([
    ['FOO /', {}, 400],
    ['GET /é', {}, 400],
    ['GET /', { 'x-much': 'x'.repeat(20_000) }, 431],
  ])('is what is no request: %s', async (requestLine, headers, status) => {
    const body = 'That request cannot be read.';
    expect(await answer(requestLine, headers as Record<string, string>)).toEqual({ ...plain, status, body });
  });
});

describe('a link whose object was changed in the store', () => {
  /** Changes what was signed. */
  const alter = (folder: string, id: string) => {
    const file = path.join(root, folder, `${id}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\\"by\\":\\"\w+/, '\\"by\\":\\"mallory'));
  };

  const expectRefusal = async (address: string) => {
    errors.length = 0;
    const body = expect.stringContaining('ask for a new link');
    expect(await ask(address)).toEqual({ status: 404, body, sniffing: 'nosniff' });
    expect(errors).toEqual([expect.stringContaining('has no valid signature')]);
  };

  it('shows no preview', async () => {
    const { shell } = watcher.current()?.composition ?? { shell: { version: '', digest: '' } };
    const composition = { shell: { app: 'shell', version: shell.version, digest: shell.digest }, remotes: [] };
    const create = () => createPreview(environment, composition, { by: 'asha', duration: 60_000 });
    const [good, altered] = [await create(), await create()];
    alter('preview', altered.id);
    expect((await ask(`/-/preview/${good.id}`)).status).toBe(303);
    await expectRefusal(`/-/preview/${altered.id}`);
  });

  it('makes nobody staff', async () => {
    const { id } = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
    alter('staff', id);
    await expectRefusal(`/-/staff/${id}`);
  });
});
