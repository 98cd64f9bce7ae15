import { AsyncLocalStorage } from 'node:async_hooks';
import dgram from 'node:dgram';
import dns from 'node:dns';
import events from 'node:events';
import { open } from 'node:fs/promises';
import net from 'node:net';
import stream, { Writable } from 'node:stream';
import util from 'node:util';
import vm from 'node:vm';
import { timerPrototypes } from './end-timers.mjs';
import { createPageObjects } from './page-objects.mjs';

/*
 * Takes the network, the handles of the system and the globals that no page needs from a renderer process. Import this module
 * before a bundle runs. Node's permission model does not cover the network before Node 25, and no descriptor that is open.
 * The process has no stream, so a bundle finds no handle in it; a handle that it finds all the same cannot connect.
 *
 * See docs/decisions/0058.
 */

const deny = () => {
  throw new Error('A renderer has no network: read data with fetch in `load`, or at build time.');
};

/**
 * Replaces a property for ever.
 *
 * @param {object} target
 * @param {string} name
 */
const denyFunction = (target, name) =>
  Object.defineProperty(target, name, { value: deny, writable: false, configurable: false });

/**
 * Opens a socket for its handle. No connection comes about.
 *
 * @param {import('node:net').NetConnectOpts} target
 */
function getHandlePrototype(target) {
  const socket = new net.Socket().on('error', () => {});
  /** @type {object | null} */
  let handle = null;
  /** @type {object | undefined} */
  let prototype;
  // Where the permission model covers the network, `connect` takes the handle away before it returns.
  Object.defineProperty(socket, '_handle', {
    get: () => handle,
    set: (value) => {
      handle = value;
      if (value) prototype ??= Object.getPrototypeOf(value);
    },
  });
  socket.connect(target);
  socket.destroy();
  if (!prototype) throw new Error('A socket of Node has no handle.');
  return prototype;
}

const datagrams = dgram.createSocket('udp4');
const state = /** @type {any} */ (datagrams)[
  Object.getOwnPropertySymbols(datagrams).find(({ description }) => description === 'state symbol') ?? ''
];
const { port1, port2 } = new MessageChannel();
port2.close();
const handles = [
  getHandlePrototype({ path: '/' }),
  getHandlePrototype({ host: '127.0.0.1', port: 1 }),
  Object.getPrototypeOf(state.handle),
  // Node's own streams have ports. A message to a port creates objects, like structuredClone.
  Object.getPrototypeOf(port1),
];
datagrams.close();
port1.close();
for (const prototype of handles) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === 'function' && name !== 'constructor') {
      denyFunction(prototype, name);
    }
  }
}
denyFunction(net.Socket.prototype, 'connect');
for (const name of ['listen', '_listen2']) denyFunction(net.Server.prototype, name);
for (const name of ['bind', 'connect', 'send', 'addMembership']) denyFunction(dgram.Socket.prototype, name);
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(resolver)) {
    if (/^(lookup|resolve|reverse)/.test(name)) denyFunction(resolver, name);
  }
}

/*
 * Node creates the class that a copied object names, such as a FileHandle of any descriptor, whose streams hold the module `fs`.
 * Pages copy no objects, and a FileHandle does not come out of a copy.
 */
const isOfMessages = (/** @type {PropertyKey} */ key) =>
  typeof key === 'symbol' && key.description?.startsWith('messaging_');
const file = await open(import.meta.filename);
for (const key of Reflect.ownKeys(Object.getPrototypeOf(file))) {
  if (isOfMessages(key)) Reflect.deleteProperty(Object.getPrototypeOf(file), key);
}
await file.close();

const { performance } = globalThis;
Reflect.defineProperty(globalThis, 'performance', {
  // `mark` and `measure` copy objects, and Node stores their entries for ever.
  value: { now: performance.now.bind(performance), timeOrigin: performance.timeOrigin },
});
Reflect.defineProperty(globalThis, 'crypto', { value: globalThis.crypto });
// Nothing shows what a page logs. The methods of Node keep the labels of times and counts.
const methods = Object.keys(console).filter((name) => /^[a-z]/.test(name));
Reflect.defineProperty(globalThis, 'console', { value: Object.fromEntries(methods.map((name) => [name, () => {}])) });
// The renderer process replaces `fetch`.
Reflect.set(globalThis, 'fetch', deny);

/**
 * Globals that stay besides those of the language: what screens and React use. All others go, also those of a later Node version:
 * `structuredClone`, ports and channels copy objects, sockets reach the network, and a stream that compresses has a handle.
 */
const allowedGlobals = new Set([
  ...['AbortController', 'AbortSignal', 'Buffer', 'CustomEvent', 'DOMException', 'Event', 'EventTarget', 'FormData'],
  ...['Headers', 'ReadableStream', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL'],
  ...['URLSearchParams', 'WritableStream', 'atob', 'btoa', 'clearImmediate', 'clearInterval', 'clearTimeout'],
  ...['console', 'crypto', 'fetch', 'global', 'performance', 'process', 'queueMicrotask', 'setImmediate'],
  ...['setInterval', 'setTimeout'],
  ...vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'),
]);
// Native code and memory of its own, and callbacks that run in the page of another remote.
for (const name of ['WebAssembly', 'FinalizationRegistry', 'Atomics']) allowedGlobals.delete(name);
// Node compiles its client of HTTP when it loads the class `Response`. The code of it never runs.
Reflect.defineProperty(globalThis, 'WebAssembly', { value: { compile: () => new Promise(() => {}) } });
// The first read of a lazy class loads its module, which uses globals that go. Objects of some of these classes are still made. The
// objects that go stay as they are: the storages of Node 25 and newer cannot be frozen.
const classes = Object.getOwnPropertyNames(globalThis)
  .map((name) => Reflect.get(globalThis, name))
  .filter((value) => typeof value === 'function');
// Node reads some of them when a page calls it, so a page cannot define them: they are undefined. The symbol is a base of URLs.
const absent = { value: undefined, writable: false, enumerable: false, configurable: false };
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (!allowedGlobals.has(name)) Object.defineProperty(globalThis, name, absent);
}
Object.defineProperty(globalThis, Symbol.for('undici.globalOrigin.1'), absent);

// The text and the groups of the last match of the process, also of another page.
for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(RegExp))) {
  if (get) Reflect.deleteProperty(RegExp, name);
}
// A store of blobs that outlives a page.
for (const name of ['createObjectURL', 'revokeObjectURL']) Reflect.deleteProperty(URL, name);

/**
 * Properties of `process` that stay: those that React and other libraries read, and those that Node itself calls. All others
 * go, also those of a later Node version: `binding` and `getBuiltinModule` return every module, `kill` and `_debugProcess` act
 * on the gateway, `stdin` and `_getActiveHandles` return handles.
 */
const keptProperties = new Set([
  ...['arch', 'argv', 'argv0', 'env', 'execArgv', 'features', 'pid', 'platform', 'ppid', 'release', 'title', 'version'],
  ...['versions', 'config', 'cpuUsage', 'cwd', 'emitWarning', 'exit', 'exitCode', 'hrtime', 'memoryUsage', 'nextTick'],
  ...['uptime', 'domain', '_events', '_eventsCount', '_maxListeners'],
  ...['_exiting', '_fatalException', '_rawDebug', '_tickCallback', 'reallyExit', 'sourceMapsEnabled'],
]);
for (const name of Object.getOwnPropertyNames(process)) {
  if (!keptProperties.has(name)) Reflect.deleteProperty(process, name);
}

const listenerMethods = [
  ...['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'],
  ...['off', 'removeListener', 'removeAllListeners', 'setMaxListeners'],
];

/**
 * Makes methods of an object constants.
 *
 * @param {object} target
 * @param {readonly string[]} names
 * @param {(...args: any[]) => unknown} method
 */
const fixMethods = (target, names, method) => {
  for (const name of names) Object.defineProperty(target, name, { value: method });
};

/** Creates a stream that discards what a bundle logs. It has no state, and no listener of a page. */
function createSink() {
  const sink = new Writable();
  fixMethods(sink, listenerMethods, () => sink);
  fixMethods(sink, ['write', 'end'], (...args) => {
    const done = args.at(-1);
    if (typeof done === 'function') queueMicrotask(done);
    return true;
  });
  fixMethods(sink, ['destroy', 'cork', 'uncork', 'emit', 'setDefaultEncoding'], () => sink);
  return sink;
}
// Node's own modules look at these streams.
for (const name of ['stdout', 'stderr']) Reflect.set(process, name, createSink());
Reflect.set(process, 'env', Object.freeze({ NODE_ENV: process.env.NODE_ENV }));
// The shared pool holds texts of earlier pages.
Buffer.poolSize = 0;

stream.setDefaultHighWaterMark = () => {};
// Each emitter copies the flag `captureRejections` from its class. An own property of each lets the one of the class be constant.
const [captureFlag = ''] = Object.getOwnPropertySymbols(events.prototype);
const { init } = /** @type {any} */ (events);
Object.assign(events, {
  /** @param {unknown[]} args */
  init(...args) {
    Object.defineProperty(this, captureFlag, { value: false, writable: true, enumerable: true, configurable: true });
    init.apply(this, args);
  },
});

/** Options of Node that a page can set, and that Node does not let us make constant. */
const options = /** @type {[any, string, unknown][]} */ ([
  [events, 'defaultMaxListeners', events.defaultMaxListeners],
  [process, 'exitCode', undefined],
  [process, '_exiting', false],
]);

/** Undoes what a call has set of these options. */
export function resetOptions() {
  for (const [object, name, value] of options) object[name] = value;
}

/** @param {unknown} value */
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/**
 * Makes a property of a prototype constant. An object that inherits it can still have an own property of the name.
 *
 * @param {object} prototype
 * @param {PropertyKey} key
 * @param {PropertyDescriptor} descriptor
 */
function lockInherited(prototype, key, { value, writable, enumerable }) {
  if (!writable) return void Object.defineProperty(prototype, key, { configurable: false });
  const accessors = {
    get: () => value,
    /** @param {unknown} next */
    set(next) {
      if (this === prototype) throw new TypeError(`${String(key)} is read-only`);
      Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
    },
  };
  Object.defineProperty(prototype, key, { ...accessors, enumerable, configurable: false });
  for (const accessor of Object.values(accessors)) Object.freeze(accessor);
}

/** @param {object} object */
function lock(object) {
  // Node throws some errors again. From Node 24 on, an accessor sets the stack.
  if (object instanceof Error && Object.hasOwn(object, 'stack')) {
    Object.defineProperty(object, 'stack', { value: object.stack });
  }
  if (!Object.hasOwn(object, 'constructor')) return ArrayBuffer.isView(object) || Object.freeze(object);
  for (const key of Reflect.ownKeys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor?.configurable) lockInherited(object, key, descriptor);
    else if (descriptor?.writable) Object.defineProperty(object, key, { writable: false });
  }
  return Object.preventExtensions(object);
}

/**
 * Finds all objects that others lead to by properties and prototypes.
 *
 * @param {Iterable<unknown>} objects
 * @param {ReadonlySet<unknown>} known Objects that are left out, with what only they lead to.
 */
function findReachable(objects, known) {
  /** @type {Set<any>} */
  const found = new Set();
  const add = (/** @type {unknown} */ value) => {
    if (isObject(value) && !known.has(value)) found.add(value);
  };
  for (const object of objects) add(object);
  for (const object of found) {
    add(Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      for (const part of [value, get, set]) add(part);
    }
  }
  return found;
}

/**
 * Freezes the global classes and functions, `process`, and modules, with all that can be reached from them, and what all objects of
 * a kind share that a page can make. A page cannot change them for later pages. Call it before a bundle runs.
 *
 * @param {readonly object[]} modules Modules of Node that bundles may require.
 * @param {AsyncLocalStorage<any>} callData Storage of the data of calls.
 */
export async function freezeProcess(modules, callData) {
  // A listener of a page would outlive it, and a page could remove those of the process.
  fixMethods(process, listenerMethods, () => process);
  for (const key of Reflect.ownKeys(globalThis)) {
    const { configurable, writable } = Object.getOwnPropertyDescriptor(globalThis, key) ?? {};
    // A symbol leads to the client of HTTP, whose code never runs.
    const value = typeof key === 'symbol' && key !== Symbol.toStringTag ? undefined : Reflect.get(globalThis, key);
    if (configurable) Object.defineProperty(globalThis, key, { value, enumerable: false, configurable: false });
    if (configurable || writable) Object.defineProperty(globalThis, key, { value, writable: false });
  }
  // The first read of a lazy property defines it, which a frozen module would reject.
  for (const module of modules) for (const key of Object.keys(module)) Reflect.get(module, key);
  // Node loads the classes of some objects when it makes the first one.
  const createObjects = () => callData.run({}, createPageObjects);
  const [first, second] = [await createObjects(), await createObjects()];

  const seen = new Set([globalThis]);
  const lockAll = (/** @type {Iterable<unknown>} */ objects) => {
    for (const object of findReachable(objects, seen)) {
      seen.add(object);
      for (const key of Reflect.ownKeys(object)) if (isOfMessages(key)) Reflect.deleteProperty(object, key);
      lock(object);
    }
  };
  const listValues = (/** @type {object} */ object) => Reflect.ownKeys(object).map((key) => Reflect.get(object, key));
  const globals = [...classes, ...listValues(globalThis), Object.getPrototypeOf(globalThis)];
  const { defaultOptions } = util.inspect;
  lockAll([
    ...globals,
    ...modules,
    AsyncLocalStorage,
    process,
    ...listValues(process),
    defaultOptions,
    ...timerPrototypes,
  ]);
  const shared = findReachable(second, seen);
  lockAll([...findReachable(first, seen)].filter((object) => shared.has(object)));
}
