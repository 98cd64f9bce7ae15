import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { publish } from '@shop/releases/release/publish';
import { createPreview } from '@shop/releases/signed-links/preview';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { closePageShops, openPageShop, page } from './testing/page-shop';

// A network namespace hides what the process itself permits.
jest.mock('../rendering/network-namespace', () => ({ findNamespaceCommand: () => [] }));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await closePageShops();
  await closeTestGateways();
  for (const close of closing.splice(0)) close();
});

/** Starts a server of the internal network. @returns Its port and the number of connections that it got. */
async function startInternalServer() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, countConnections: () => connections };
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are code.
/** Ways of a bundle to the network: expressions that resolve when a server at `port` has answered or a module was loaded. */
const waysOut = {
  fetch: 'fetch(`http://127.0.0.1:${port}/`)',
  http: "new Promise((done) => require('http').get(`http://127.0.0.1:${port}/`, done))",
  nodeHttp: "require('node:http2')",
  net: "new Promise((done) => require('net').connect(port, '127.0.0.1', done))",
  tls: "require('tls')",
  dns: "require('dns').promises.lookup('localhost')",
  dgram: "require('dgram').createSocket('udp4')",
  childProcess: "require('child_process').execSync('true')",
  workerThreads: "require('worker_threads')",
  inspector: "require('inspector')",
  vm: "require('vm')",
  module: "require('module').createRequire('/')('net')",
  binding: "process.binding('tcp_wrap')",
  linkedBinding: "process._linkedBinding('tcp_wrap')",
  dlopen: 'process.dlopen({}, "/x.node")',
  builtinModule: "process.getBuiltinModule('net').Socket",
  requireOfProcess: "require('process').getBuiltinModule('net').Socket",
  dynamicImport: "import('node:net')",
  evaluatedImport: `eval("import('node:net')")`,
  functionImport: `new Function("return import('node:net')")()`,
  microtaskImport: `Promise.resolve("return import('node:net')").then(Function).then((load) => load())`,
  webSocket:
    'new Promise((done, fail) => { const socket = new WebSocket(`ws://127.0.0.1:${port}/`); socket.onopen = done; socket.onerror = done; })',
  stdin: 'new process.stdin.constructor().connect(port, "127.0.0.1")',
  handles: 'new (process._getActiveHandles()[0].constructor)().connect(port, "127.0.0.1")',
  asyncHooks: "require('async_hooks').createHook({}).enable()",
  asyncResource: "require('async_hooks').executionAsyncResource()",
  engine: "require('crypto').setEngine('x')",
  report: 'process.report.getReport()',
} as const;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the strings are code.

/**
 * Gets hold of a socket of the process: the stream module is shared with Node's own code, so a changed method of a stream sees
 * the channel to the gateway.
 */
const leakSocket = `new Promise((done, fail) => {
  const { Readable, Writable } = require('stream');
  for (const [prototype, name] of [[Readable.prototype, 'push'], [Writable.prototype, 'write']]) {
    const original = prototype[name];
    prototype[name] = function (...args) {
      prototype[name] = original;
      try {
        const socket = new this.constructor();
        socket.on('error', fail);
        done(new Promise((connected) => socket.connect(port, '127.0.0.1', connected)));
      } catch (error) { fail(error); }
      return original.apply(this, args);
    };
  }
})`;

/** Code that tries every way. Its result lists the ways that were open. */
const tryAll = (port: number, ways: Readonly<Record<string, string>>) => `
const port = ${port};
const open = [];
const attempt = async (name, way) => {
  try {
    await Promise.race([way(), new Promise((_, fail) => setTimeout(() => fail(new Error('no answer')), 700))]);
    open.push(name);
  } catch {}
};
await Promise.all([${Object.entries(ways)
  .map(([name, way]) => `attempt('${name}', async () => ${way})`)
  .join(',\n')}]);
`;

it('a page that tries to reach the internal network reaches nothing, and other pages are rendered', async () => {
  const { port, countConnections } = await startInternalServer();
  const { get } = await openPageShop({
    spy: `${tryAll(port, { ...waysOut, leakSocket })} return ${page('JSON.stringify(open)')};`,
    good: `return ${page("'rendered'")};`,
  });
  const [spy, good] = await Promise.all([get('/spy'), get('/good')]);
  expect(spy.json()).toEqual([]);
  expect(good.body).toBe('rendered');
  expect((await get('/good')).body).toBe('rendered');
  expect(countConnections()).toBe(0);
});

it('a previewed shell that tries to reach the internal network reaches nothing, and the live shell renders', async () => {
  const { port, countConnections } = await startInternalServer();
  const shop = await openTestGateway();
  await shop.promoteShell('live', '1.0.0');
  const server = `let result = 'pending';
(async () => { ${tryAll(port, waysOut)} result = JSON.stringify(open); })();
exports.provided = {};
exports.renderDocument = () => ({ status: 200, html: result, inlineScripts: [], apiOrigin: 'http://localhost:8044' });`;
  const appRoot = writeFakeBuild({ app: 'shell', version: '2.0.0', server });
  const shell = await publish(shop.environment.store, { appRoot, commit: '' });
  const { id } = await createPreview(shop.environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  const openPreview = async () => (await shop.get('/', { cookie: `preview=${id}` })).body;
  let body = await openPreview();
  for (const end = Date.now() + 10_000; body === 'pending' && Date.now() < end; ) body = await openPreview();
  expect(JSON.parse(body)).toEqual([]);
  expect((await shop.get('/')).json()).toMatchObject({ shell: 'live' });
  expect(countConnections()).toBe(0);
});
