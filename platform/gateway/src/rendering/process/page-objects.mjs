import { AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import events from 'node:events';
import stream from 'node:stream';
import web from 'node:stream/web';
import { StringDecoder } from 'node:string_decoder';
import timersPromises from 'node:timers/promises';
import util from 'node:util';

/*
 * Creates one object of each kind that a page can make, and that no property of a global or a module leads to: iterators, handles,
 * controllers, errors. Their classes serve later pages too.
 */

/** @param {() => unknown} fail */
const catchError = async (fail) => {
  try {
    await fail();
  } catch (error) {
    return error;
  }
};

/**
 * Calls a constructor of a stream, and returns what it passes to `start`.
 *
 * @param {new (source: any) => object} Stream
 * @param {object} [source]
 */
function getController(Stream, source) {
  /** @type {any} */
  let controller;
  void new Stream({
    ...source,
    start: (/** @type {unknown} */ value) => {
      controller = value;
    },
  });
  return controller;
}

/** Functions that create objects of the language and of Web interfaces. @type {readonly (() => unknown)[]} */
const webObjects = [
  () => new Intl.Segmenter().segment('a'),
  () => new Intl.Segmenter().segment('a')[Symbol.iterator](),
  () => [].values(),
  () => new Map().entries(),
  () => new Set().entries(),
  () => ''[Symbol.iterator](),
  () => ''.matchAll(/a/g),
  () => Reflect.get(globalThis, 'Iterator')?.from({ next: () => ({ done: true }) }),
  () => /** @type {any} */ ([].values()).map?.(String),
  () => (function* () {})(),
  () => (async function* () {})(),
  () => new URLSearchParams().entries(),
  () => new Headers({ a: 'b' }).entries(),
  () => new FormData().entries(),
  () => new Request('http://localhost/', { method: 'POST', body: 'a' }),
  () => new Response('a'),
  () => new Response('a').clone(),
  () => new Response('a').body,
  () => new Response('a').blob(),
  () => new Response('a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData(),
  () => new Response('a').body?.getReader(),
  () => new ReadableStream(),
  () => new ReadableStream()[Symbol.asyncIterator](),
  () => new ReadableStream().tee(),
  () => new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }),
  () => /** @type {any} */ (ReadableStream).from?.([]),
  () => getController(ReadableStream),
  () => getController(ReadableStream, { type: 'bytes' }),
  () => getController(WritableStream),
  () => getController(TransformStream),
  () => new WritableStream(),
  () => new WritableStream().getWriter(),
  () => new TransformStream(),
  () => new web.TextDecoderStream(),
  () => new web.TextEncoderStream(),
  () => new web.CountQueuingStrategy({ highWaterMark: 1 }).size,
  () => new web.ByteLengthQueuingStrategy({ highWaterMark: 1 }).size,
  () =>
    new Promise((resolve) => {
      const bytes = new ReadableStream({ type: 'bytes', pull: (controller) => resolve(controller.byobRequest) });
      void bytes.getReader({ mode: 'byob' }).read(new Uint8Array(1));
    }),
  () => new TextDecoder(),
  () => new TextDecoder('utf-16le'),
  () => new EventTarget(),
  () => new CustomEvent('a'),
  () => {
    const { signal } = new AbortController();
    signal.addEventListener('abort', () => {});
    return signal;
  },
  () => AbortSignal.abort(),
];

/** Functions that create objects of Node's modules. @type {readonly (() => unknown)[]} */
const nodeObjects = [
  () => setTimeout(() => {}),
  () => setImmediate(() => {}),
  () => timersPromises.setInterval(1),
  () => new AsyncResource('page'),
  () => new events(),
  () => new events.EventEmitterAsyncResource({ name: 'page' }),
  () => events.on(new events(), 'a'),
  () => new stream.PassThrough(),
  () => stream.Readable.from([]),
  () => stream.Readable.from([])[Symbol.asyncIterator](),
  () => stream.Readable.from([]).map(String),
  () => stream.Duplex.from(async function* () {}),
  () => stream.compose(new stream.PassThrough(), new stream.PassThrough()),
  () => /** @type {any} */ (stream).duplexPair?.(),
  () => stream.Readable.toWeb(stream.Readable.from([])),
  () => stream.Readable.fromWeb(new web.ReadableStream()),
  () => stream.Writable.toWeb(new stream.PassThrough()),
  () => crypto.createHash('sha256'),
  () => crypto.createHmac('sha256', 'a'),
  () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)),
  () => crypto.createDecipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)),
  () => crypto.createSign('sha256'),
  () => crypto.createVerify('sha256'),
  () => crypto.createECDH('prime256v1'),
  () => crypto.createDiffieHellman(Buffer.from([23]), Buffer.from([5])),
  () => crypto.getDiffieHellman('modp14'),
  () => crypto.createSecretKey(Buffer.alloc(16)),
  () => crypto.generateKeyPairSync('ed25519'),
  () => crypto.webcrypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']),
  () => new StringDecoder(),
  () => new util.MIMEType('text/plain'),
  () => new util.MIMEType('text/plain').params.entries(),
  () => inspectOptions({ colors: false }),
  () => inspectOptions({ colors: true }),
];

/**
 * Returns what Node passes to an object that describes itself.
 *
 * @param {util.InspectOptions} options
 */
function inspectOptions(options) {
  /** @type {unknown[]} */
  let passed = [];
  util.inspect(
    {
      [util.inspect.custom]: (/** @type {unknown[]} */ ...args) => {
        passed = args;
        return '';
      },
    },
    options,
  );
  return passed;
}

/** Functions that throw errors of classes that only an error leads to. @type {readonly (() => unknown)[]} */
const failures = [
  () => new URL('a'),
  () => new TextDecoder('a'),
  () => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(255)),
  () => new util.MIMEType(''),
  () => atob('*'),
  () => Buffer.from(/** @type {any} */ (1)),
  () => Buffer.alloc(-1),
  () => Buffer.alloc(/** @type {any} */ ('a')),
  () => Buffer.alloc(1).readInt8(2),
  () => crypto.createHash('a'),
  () => crypto.createHmac('sha256', /** @type {any} */ (1)),
  () => crypto.randomBytes(-1),
  () => new events().emit('error', 1),
  () => new Response('{').json(),
  () => timersPromises.setTimeout(1, undefined, { signal: AbortSignal.abort() }),
  () => stream.promises.finished(new stream.PassThrough().destroy()),
  () => new Promise((_, reject) => new stream.PassThrough().on('error', reject).end().write('a')),
  () => new ReadableStream().getReader().releaseLock.call({}),
  () => {
    const readable = new ReadableStream();
    readable.getReader();
    readable.getReader();
  },
  () => {
    const reader = new ReadableStream().getReader();
    const reading = reader.read();
    reader.releaseLock();
    return reading;
  },
];

/**
 * Creates the objects. A kind that this version of Node does not have is left out.
 *
 * @returns {Promise<unknown[]>}
 */
export async function createPageObjects() {
  const create = [...webObjects, ...nodeObjects].map(async (make) => {
    try {
      return await make();
    } catch {
      return undefined;
    }
  });
  return Promise.all([...create, ...failures.map(catchError)]);
}
