import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways } from '../testing/test-gateway';
import { moduleNames, openPageShop, page, patientLimits, startStoreApi } from './testing/page-shop';

/** The namespaces of the system hide what the process itself permits, so they are left out here. */
jest.mock('./isolate-process', () => ({
  ...jest.requireActual('./isolate-process'),
  findIsolation: () => ({
    level: 'none',
    hasOwnProcesses: false,
    createCommand: (folder: string, createArgs: (folder: string) => string[]) => [
      process.execPath,
      ...createArgs(folder),
    ],
  }),
}));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await closeTestGateways();
  for (const close of closing.splice(0)) close();
});

/** Starts a server of another program: on a port, and on a socket in the file system. Both send a secret. */
async function startOtherProgram() {
  let connections = 0;
  const start = async (address: { port: number; host: string } | { path: string }) => {
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret');
    });
    await new Promise<void>((resolve) => server.listen(address, resolve));
    closing.push(() => server.close());
    return server;
  };
  const socketPath = path.join(tmpdir(), `escape-${process.pid}-${Date.now()}.sock`);
  await start({ path: socketPath });
  const tcp = await start({ port: 0, host: '127.0.0.1' });
  return { port: (tcp.address() as AddressInfo).port, socketPath, countConnections: () => connections };
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are code.
/**
 * Changes a method that Node itself calls, and looks for a handle in the object that it is called on. The class of a handle
 * connects, binds and opens.
 */
const watchMethod = (target: string, name: string) => `
  const original = ${target}.${name};
  ${target}.${name} = function (...args) {
    ${target}.${name} = original;
    try {
      const { constructor: Handle } = this._handle;
      for (const use of [
        (handle) => handle.connect({ oncomplete() {} }, socketPath),
        (handle) => handle.connect({ oncomplete() {} }, '127.0.0.1', port),
        (handle) => handle.bind(socketPath + '.bound'),
        (handle) => handle.open(0),
      ]) {
        try { if (use(new Handle(0)) === 0) done(); } catch {}
      }
    } catch {}
    return original.apply(this, args);
  };`;

/** Objects that Node copies as a FileHandle of an open descriptor: its streams hold the module `fs`. */
const forgery = `
  const blob = new Blob(['x']);
  const clone = Object.getOwnPropertySymbols(Blob.prototype).find((key) => key.description === 'messaging_clone_symbol');
  const value = () => ({ data: { handle: { fd: 7 } }, deserializeInfo: 'internal/fs/promises:FileHandle' });
  Object.defineProperty(blob, clone, { value });`;
const findMessageSymbol = (object: string) =>
  `Object.getOwnPropertySymbols(${object}).find((key) => /^messaging_/.test(key.description))`;

/** Ways out of a bundle: expressions that resolve when they are open. */
const waysOut: Readonly<Record<string, string>> = {
  // It is always open, and shows that the others are tried.
  control: "require('path').sep",
  variables: "Object.keys(process.env).some((name) => !['PATH', 'NODE_ENV'].includes(name)) || Promise.reject()",
  fetch: 'fetch(`http://127.0.0.1:${port}/`)',
  http: "new Promise((done) => require('http').get(`http://127.0.0.1:${port}/`, done))",
  dynamicImport: "import('node:net')",
  evaluatedImport: `eval("import('node:net')")`,
  functionImport: `new Function("return import('node:net')")()`,
  asyncFunctionImport: `(async () => {}).constructor("return import('node:net')")()`,
  microtaskImport: `Promise.resolve("return import('node:net')").then(Function).then((load) => load())`,
  timerImport: `new Promise((done, fail) => { try { setTimeout("globalThis.x = 1"); done(); } catch (error) { fail(error); } })`,
  webSocket:
    'new Promise((done) => { const socket = new WebSocket(`ws://127.0.0.1:${port}/`); socket.onopen = done; })',
  eventSource: 'new Promise((done) => { new EventSource(`http://127.0.0.1:${port}/`).onopen = done; })',
  // Node's modules, and what loads them.
  ...Object.fromEntries(
    [
      ...['child_process', 'cluster', 'dgram', 'diagnostics_channel', 'dns', 'fs', 'fs/promises', 'http2', 'https'],
      ...['inspector', 'inspector/promises', 'module', 'net', 'os', 'perf_hooks', 'readline', 'repl', 'sqlite', 'test'],
      ...['tls', 'trace_events', 'tty', 'v8', 'vm', 'wasi', 'worker_threads', 'internal/bootstrap/realm'],
    ].flatMap((name) => [
      [`require ${name}`, `require('${name}')`],
      [`require node:${name}`, `require('node:${name}')`],
    ]),
  ),
  mainModule: "process.mainModule.require('net')",
  requireCache: 'Object.values(require.cache)[0].require("net")',
  moduleConstructor: "module.constructor._load('net')",
  moduleParent: "module.parent.require('net')",
  binding: "process.binding('tcp_wrap')",
  linkedBinding: "process._linkedBinding('pipe_wrap')",
  internalBinding: "internalBinding('pipe_wrap')",
  dlopen: 'process.dlopen({}, "/x.node")',
  builtinModule: "process.getBuiltinModule('net').Socket",
  requireOfProcess: "require('process').getBuiltinModule('net').Socket",
  engine: "require('crypto').setEngine('x')",
  report: 'process.report.getReport()',
  reportFile: "process.report.writeReport('/tmp/x')",
  debugProcess: 'process._debugProcess(process.ppid)',
  signal: 'process.kill(process.ppid, 0)',
  chdir: "process.chdir('/tmp')",
  setuid: 'process.setuid(1)',
  envFile: "process.loadEnvFile('/etc/passwd')",
  // Descriptors and handles that the process has.
  stdin: 'new process.stdin.constructor().connect(port, "127.0.0.1")',
  openStdin: 'process.openStdin()',
  handles: 'new (process._getActiveHandles()[0].constructor)().connect(port, "127.0.0.1")',
  requests: 'process._getActiveRequests()',
  channel: 'process.channel.ref()',
  send: 'process.send({})',
  rawOutput: "process._rawDebug.constructor('return process')().binding('fs')",
  ...Object.fromEntries(
    [
      ['events', 'EventEmitter', 'emit'],
      ['events', 'EventEmitter', 'on'],
      ['stream', 'Readable', 'push'],
      ['stream', 'Readable', 'read'],
      ['stream', 'Writable', 'write'],
      ['stream', 'Writable', 'end'],
    ].map(([module = '', type = '', name = '']) => [
      `${type}.${name}`,
      `new Promise((done) => {
        const { prototype } = require('${module}').${type};
        ${watchMethod('prototype', name)}
        console.log('x');
        require('process').emitWarning('x');
      })`,
    ]),
  ),
  callSites: `new Promise((done, fail) => {
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack;
    Error.prepareStackTrace = prepareStackTrace;
    const found = sites.flatMap((site) => [site.getThis(), site.getFunction()]);
    if (found.some((value) => value && (value.readSync || value.require || value._handle))) done();
    else fail();
  })`,
  asyncHooks: "require('async_hooks').createHook({}).enable()",
  asyncResource: "require('async_hooks').executionAsyncResource()",
  // Copies of objects, and what makes them.
  structuredClone: `(() => { ${forgery} return structuredClone(blob).createReadStream; })() ?? Promise.reject()`,
  mark: `(() => { ${forgery} return performance.mark('x', { detail: blob }).detail.read; })() ?? Promise.reject()`,
  measure: `(() => { ${forgery} return performance.measure('x', { start: 0, detail: blob }).detail.read; })() ?? Promise.reject()`,
  ...Object.fromEntries(
    [
      ...['MessageChannel', 'MessagePort', 'MessageEvent', 'BroadcastChannel', 'Worker', 'Blob', 'File', 'WebAssembly'],
      ...['PerformanceMark', 'PerformanceObserver', 'CompressionStream', 'DecompressionStream', 'FinalizationRegistry'],
      ...["require('buffer').Blob", "require('buffer').resolveObjectURL", "require('stream/web').CompressionStream"],
      ...["require('util').transferableAbortController", "require('util').transferableAbortSignal"],
    ].map((value) => [value.replaceAll("'", '"'), `${value} ?? Promise.reject()`]),
  ),
  ...Object.fromEntries(
    ['AbortSignal.prototype', 'ReadableStream.prototype', 'WritableStream.prototype', 'TransformStream.prototype'].map(
      (object) => [`message of ${object}`, `${findMessageSymbol(object)} ?? Promise.reject()`],
    ),
  ),
  messageOfBlob: `new Response('x').blob().then((blob) => ${findMessageSymbol('Object.getPrototypeOf(blob)')} ?? Promise.reject())`,
  // Memory of earlier pages.
  memory: 'Buffer.allocUnsafe(1e6).some((byte) => byte !== 0) || Promise.reject()',
  pool: "Buffer.from('x').buffer.byteLength > 1 || Promise.reject()",
  // The prototypes of the language, which later pages use.
  prototypes: `new Promise((done, fail) => {
    'use strict';
    for (const [target, name] of [[Object.prototype, 'spy'], [Array.prototype, 'map'], [String.prototype, 'replace'],
      [Promise.prototype, 'then'], [JSON, 'stringify'], [Map.prototype, 'get'], [Function.prototype, 'call'], [RegExp.prototype, 'exec']]) {
      const before = target[name];
      try { target[name] = () => 'changed'; } catch {}
      if (target[name] !== before) return done();
    }
    fail();
  })`,
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the strings are code.

/** Code that tries every way. `open` lists the ways that were open. */
const tryAll = (port: number, socketPath: string) => `
const port = ${port};
const socketPath = ${JSON.stringify(socketPath)};
const open = [];
const attempt = async (name, way) => {
  try {
    await Promise.race([way(), new Promise((_, fail) => setTimeout(() => fail(new Error('no answer')), 300))]);
    open.push(name);
  } catch {}
};
await Promise.all([${Object.entries(waysOut)
  .map(([name, way]) => `attempt('${name}', async () => ${way})`)
  .join(',\n')}]);
`;

it('a page finds no way out of its process, and the pages of others are as before', async () => {
  const { port, socketPath, countConnections } = await startOtherProgram();
  const { get, errors } = await openPageShop({
    spy: `${tryAll(port, socketPath)} return ${page('JSON.stringify({ open })')};`,
    good: `return ${page(`[{ a: 1 }].map(JSON.stringify).join().replace('1', '2')`)};`,
  });
  const good = '{"a":2}';
  expect((await get('/good')).body).toBe(good);
  expect((await get('/spy')).json()).toEqual({ open: ['control'] });
  expect((await get('/good')).body).toBe(good);
  expect(errors).toEqual([]);
  expect(countConnections()).toBe(0);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are code.
/** Walks through everything that a page reaches by properties, and lists functions and keys that lead out of the process. */
const walk = `(() => {
  const found = [], queue = [], seen = new Set();
  const add = (value, path) => {
    if (!value || !['object', 'function'].includes(typeof value) || seen.has(value)) return;
    seen.add(value);
    queue.push([value, path]);
  };
  const { PassThrough } = require('stream');
  for (const value of [globalThis, require, module, ...${moduleNames}.map((name) => require(name)), new Request('http://x/'),
    new Response('x'), new URL('http://x/'), new AbortController().signal, setTimeout(() => {}, 0), setImmediate(() => {}),
    new PassThrough(), new ReadableStream(), new TransformStream(), new Event('x'), new FormData(), console,
    require('crypto').createHash('sha256')]) add(value, value?.constructor?.name ?? 'module');
  for (const [object, path] of queue) {
    for (const key of Reflect.ownKeys(object)) {
      const name = path + '.' + String(key);
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      const isWayOut = typeof value === 'function' && /^(openSync|readSync|writeSync|createReadStream|postMessage|internalBinding|binding|dlopen|spawn|fork|kill|structuredClone|getBuiltinModule)$/.test(String(key));
      if (isWayOut || /messaging_/.test(String(key))) found.push(name);
      for (const part of [value, get, set]) add(part, name);
    }
    add(Object.getPrototypeOf(object), path + '.__proto__');
  }
  return { count: seen.size, found };
})()`;

/** Tries to change everything that outlives a page, and lists what has changed. */
const changeAll = `(() => {
  const changed = [];
  const change = (name, object) => {
    for (const key of Reflect.ownKeys(object)) {
      const read = () => Object.getOwnPropertyDescriptor(object, key) ?? {};
      const before = read();
      for (const attempt of [
        () => { object[key] = () => 'changed'; },
        () => { Object.defineProperty(object, key, { value: () => 'changed', configurable: true, writable: true }); },
        () => { delete object[key]; },
      ]) {
        try { attempt(); } catch {}
        const after = read();
        if (!['value', 'get', 'set'].every((part) => Object.is(before[part], after[part]))) { changed.push(name + '.' + String(key)); break; }
      }
    }
    try { object.added = 1; } catch {}
    if (object.added === 1) changed.push(name + '.added');
    try { Object.setPrototypeOf(object, {}); changed.push(name + '.__proto__'); } catch {}
  };
  const classes = { Headers, URL, URLSearchParams, Buffer, Request, Response, TextEncoder, TextDecoder, AbortSignal, AbortController,
    EventTarget, Event, ReadableStream, WritableStream, TransformStream, FormData, DOMException, EventEmitter: require('events') };
  for (const name of ['async_hooks', 'stream', 'string_decoder', 'stream/web']) {
    for (const [key, value] of Object.entries(require(name))) if (value?.prototype) classes[name + '.' + key] = value;
  }
  for (const [name, type] of Object.entries(classes)) {
    change(name, type);
    for (let object = type.prototype; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
      change(name + '.prototype', object);
    }
  }
  for (const name of ${moduleNames}.filter((name) => name !== 'process')) change('module ' + name, require(name));
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const before = globalThis[name];
    try { globalThis[name] = null; } catch {}
    try { Object.defineProperty(globalThis, name, { value: null }); } catch {}
    if (globalThis[name] !== before && !Number.isNaN(before)) changed.push(name);
  }
  const { on } = require('events').prototype;
  const countListeners = () => ['unhandledRejection', 'exit'].map((name) => process.listenerCount(name)).join();
  const listeners = countListeners();
  for (const attempt of [
    () => process.removeAllListeners(),
    () => require('events').prototype.removeAllListeners.call(process),
    () => on.call(process, 'unhandledRejection', () => {}),
    () => on.call(process, 'exit', () => {}),
  ]) {
    try { attempt(); } catch {}
    if (countListeners() !== listeners) changed.push(String(attempt));
  }
  for (const name of ['nextTick', 'emitWarning', 'emit', 'exit', 'hrtime', 'cwd', 'env', 'domain', 'stdout', '_tickCallback', '_fatalException', 'reallyExit']) {
    const before = process[name];
    try { process[name] = () => {}; } catch {}
    if (process[name] !== before) changed.push('process.' + name);
  }
  try { process.env.ADDED = 'x'; } catch {}
  if (process.env.ADDED) changed.push('process.env');
  return changed;
})()`;
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the strings are code.

it('nothing that a page reaches by properties leads out of the process', async () => {
  const { get } = await openPageShop({ walk: `return ${page(`JSON.stringify(${walk})`)};` });
  const { count, found } = (await get('/walk')).json();
  expect(found).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});

it('a page changes no class, module, global or listener for later pages', async () => {
  const { get } = await openPageShop({
    spy: `return ${page(`JSON.stringify(${changeAll})`)};`,
    good: `const { PassThrough } = require('stream'); const stream = new PassThrough(); stream.on = stream.on.bind(stream);
      class Own extends require('events') { emit() { return 'own'; } }
      return ${page("new Own().emit() + new URL('http://x/y').pathname + new Headers({ a: 'b' }).get('a') + (await new Response('z').text())")};`,
  });
  expect((await get('/spy')).json()).toEqual([]);
  expect((await get('/good')).body).toBe('own/ybz');
});

/** Ids of the renderer processes of this test. */
const listPids = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('renderer-process.mjs'))
    .map((line) => Number.parseInt(line, 10));

const readCpuTicks = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
};

describe('the exchange with the gateway', () => {
  it('code that runs on after its page computes nothing and reads no data', async () => {
    const { storeApiUrl, requests } = await startStoreApi(() => ({ status: 200, body: '{}' }));
    const ask =
      "for (let index = 0; index < 1000; index++) fetch('http://localhost:8044/api/v1/x' + index).catch(() => {});";
    const { get, errors } = await openPageShop(
      { spy: `setInterval(() => { ${ask} }, 1); return ${page("'rendered'")};` },
      { storeApiUrl },
    );
    expect((await get('/spy')).body).toBe('rendered');
    const [pid = 0] = listPids();
    const [ticks, memory] = [readCpuTicks(pid), process.memoryUsage().rss];
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(readCpuTicks(pid) - ticks).toBeLessThan(5);
    expect(requests).toEqual([]);
    expect(process.memoryUsage().rss - memory).toBeLessThan(50e6);
    expect(errors).toEqual([]);
  });

  it('a page that asks for data without end gets a bounded part of it, and no content', async () => {
    const { storeApiUrl, requests } = await startStoreApi(() => ({ status: 200, body: '{}' }));
    const address = "'http://localhost:8044/api/v1/'";
    const { get, errors } = await openPageShop(
      {
        many: `await Promise.allSettled(Array.from({ length: 5000 }, (_, index) => fetch(${address} + index))); return ${page("'many'")};`,
        deep: `for (let index = 0; ; index++) await fetch(${address} + 'deep' + index);`,
      },
      { storeApiUrl },
    );
    expect((await get('/many')).body).toBe('many');
    expect(requests).toHaveLength(40);
    expect((await get('/deep')).body).toBe('client-rendered');
    expect(requests).toHaveLength(43);
    // A busy machine may take too long for one of 40 reads.
    expect(errors.filter((error) => !error.startsWith('TimeoutError'))).toEqual([]);
  });

  it('a page whose data is larger than a page may have is client-rendered', async () => {
    const { storeApiUrl } = await startStoreApi(() => ({ status: 200, body: JSON.stringify('x'.repeat(1_900_000)) }));
    const reads = [1, 2, 3].map((index) => `fetch('http://localhost:8044/api/v1/${index}')`);
    const { get } = await openPageShop(
      { large: `await Promise.all([${reads}]); return ${page("'large'")};` },
      { storeApiUrl },
    );
    expect((await get('/large')).body).toBe('client-rendered');
  });

  it('a process whose threads compute without a call is ended', async () => {
    const { get, errors } = await openPageShop({
      miner: `const { pbkdf2 } = require('crypto'); for (let n = 0; n < 4; n++) pbkdf2('x', 'y', 1e8, 64, 'sha512', () => {});
        return ${page("'rendered'")};`,
    });
    expect((await get('/miner')).body).toBe('rendered');
    await waitUntil(() => errors.some((error) => error.includes('it computed without a call')), {
      message: 'the process is ended',
      timeoutMs: 20_000,
    });
  });

  it.each([
    ['buffers', 'all.push(Buffer.alloc(20_000_000, 1))'],
    ['resizable buffers', 'all.push(new Uint8Array(new ArrayBuffer(20_000_000, { maxByteLength: 1e9 })).fill(1))'],
    ['shared buffers', 'all.push(new Uint8Array(new SharedArrayBuffer(20_000_000)).fill(1))'],
  ])('the memory of a process has a limit of the system, whatever it is used for: %s', async (_kind, allocate) => {
    const { get } = await openPageShop({
      greedy: `globalThis.all = []; try { for (;;) ${allocate.replaceAll('all.', 'globalThis.all.')}; } catch (error) { return ${page('error.message')}; }`,
      small: `return ${page("'small'")};`,
    });
    expect((await get('/small')).body).toBe('small');
    const [pid = 0] = listPids();
    const largest = { mb: 0 };
    const response = get('/greedy');
    await waitUntil(
      () => {
        try {
          const status = readFileSync(`/proc/${pid}/status`, 'utf8');
          largest.mb = Math.max(largest.mb, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
        } catch {
          return true;
        }
        return !listPids().includes(pid);
      },
      { message: 'the process is ended', timeoutMs: 50_000 },
    );
    await response;
    expect(largest.mb).toBeGreaterThan(150);
    expect(largest.mb).toBeLessThan(560);
    await waitUntil(async () => (await get('/small')).body === 'small', { message: 'the next process renders pages' });
  });

  it('a process that writes errors without end is ended', async () => {
    const { get, errors } = await openPageShop(
      { noisy: `for (;;) process._rawDebug('x'.repeat(10_000));` },
      { limits: { ...patientLimits, renderTimeoutMs: 10_000, firstRenderTimeoutMs: 10_000 } },
    );
    expect((await get('/noisy')).body).toBe('client-rendered');
    expect(errors).toContainEqual(expect.stringContaining('it wrote more than 1 MB of errors'));
  });
});

it('what one visitor has requested shows in no page of another remote', async () => {
  const { get } = await openPageShop({
    a: `globalThis.seen = [...(globalThis.seen ?? []), request.search]; /=/.test(request.search); return ${page("'a'")};`,
    b: `const matches = Object.getOwnPropertyNames(RegExp).map((name) => String(RegExp[name]));
      return ${page(`JSON.stringify({ search: request.search, matches, keys: Object.keys(request).sort() })`)};`,
  });
  await get('/a?b=private');
  const { body } = await get('/b?b=1');
  expect(body).not.toContain('private');
  expect(JSON.parse(body)).toMatchObject({
    search: '?b=1',
    keys: [
      'composition',
      'health',
      'hostname',
      'pathname',
      'remoteVersions',
      'route',
      'search',
      'settings',
      'telemetry',
    ],
  });
});
