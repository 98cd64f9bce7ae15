import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import { Writable } from 'node:stream';

/*
 * Takes the network and the handles of the system from a renderer process. Import this module before a bundle runs. Node's
 * permission model does not cover the network before Node 25. The process has no stream, so a bundle finds no handle in it; a
 * handle that it finds all the same cannot connect.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
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
  socket.connect(target);
  const prototype = Object.getPrototypeOf(/** @type {any} */ (socket)._handle);
  socket.destroy();
  return prototype;
}

const datagrams = dgram.createSocket('udp4');
const state = /** @type {any} */ (datagrams)[
  Object.getOwnPropertySymbols(datagrams).find(({ description }) => description === 'state symbol') ?? ''
];
const handles = [
  getHandlePrototype({ path: '/' }),
  getHandlePrototype({ host: '127.0.0.1', port: 1 }),
  Object.getPrototypeOf(state.handle),
];
datagrams.close();
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

// The renderer process replaces `fetch`.
Reflect.set(globalThis, 'fetch', deny);
// Node holds an open channel for ever, with the page that listens to it.
for (const name of ['WebSocket', 'EventSource', 'XMLHttpRequest', 'BroadcastChannel', 'MessageChannel'])
  Reflect.deleteProperty(globalThis, name);

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
// Node's own modules look at these streams. What a bundle logs is discarded.
for (const name of ['stdout', 'stderr']) {
  Reflect.set(process, name, new Writable({ write: (_chunk, _encoding, done) => done() }));
}
