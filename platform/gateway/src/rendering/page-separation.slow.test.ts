import { closeTestGateways } from '../testing/test-gateway';
import { moduleNames, openPageShop, type PageShop, page, startStoreApi } from './testing/page-shop';

afterAll(closeTestGateways);

/** Code that watches the methods of the classes of objects, and of the objects in their properties. */
const watchAll = (objects: string) => `
  for (const object of ${objects}) {
    for (const part of [object, ...Reflect.ownKeys(object).map((key) => Object.getOwnPropertyDescriptor(object, key).value)]) {
      let prototype = part && typeof part === 'object' ? Object.getPrototypeOf(part) : null;
      for (; prototype && prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) watch(prototype);
    }
  }`;

/** Arguments of functions of `crypto` that work in a thread, besides the callback. */
const threadWork: Readonly<Record<string, string>> = {
  pbkdf2: "'x', 'y', 1, 1, 'sha1'",
  scrypt: "'x', 'y', 1",
  hkdf: "'sha1', 'x', 'y', 'z', 1",
  randomBytes: '1',
  randomFill: 'Buffer.alloc(1)',
  generateKey: "'hmac', { length: 64 }",
  generateKeyPair: "'ed25519', {}",
  generatePrime: '8',
  checkPrime: '7n',
  sign: 'null, Buffer.alloc(1), keys.privateKey',
  verify: 'null, Buffer.alloc(1), keys.publicKey, Buffer.alloc(64)',
};

/** Ways to get something of later pages: code of a page that calls `spy` with what it gets. */
const ways: Readonly<Record<string, string>> = {
  // It is always open, and shows that the others are tried.
  control: 'globalThis.control = spy;',
  'an own `run` of the storage of calls': `
    for (const storage of findStorages()) {
      storage.run = function (...args) { spy(args); return storage.constructor.prototype.run.apply(storage, args); };
    }`,
  'an own `getStore` of the storage of calls': `
    for (const storage of findStorages()) {
      storage.getStore = () => { const data = storage.constructor.prototype.getStore.call(storage); spy(data); return data; };
    }`,
  'the class of the frames of the storage of calls': `
    for (const { constructor } of findFrames()) {
      const value = function (...args) { spy(args); return Map.prototype.set.apply(this, args); };
      Object.defineProperty(constructor.prototype, 'set', { value });
    }`,
  'an own method of a storage': `
    const storage = new AsyncLocalStorage();
    storage._propagate = (resource) => { for (const key of Reflect.ownKeys(resource)) spy(resource[key]); };
    storage.enterWith({});`,
  'an own class of a storage': `
    class Storage extends AsyncLocalStorage {
      _propagate(resource) { for (const key of Reflect.ownKeys(resource)) spy(resource[key]); }
    }
    new Storage().enterWith({});`,
  'the classes of timers': watchAll('[setTimeout(() => {}, 1e6), setImmediate(() => {}), setInterval(() => {}, 1e6)]'),
  'an accessor of the class of timers': `
    const values = new WeakMap();
    Object.defineProperty(setTimeout(() => {}, 1e6).constructor.prototype, '_timerArgs', {
      get() { return values.get(this); },
      set(value) { spy(value); values.set(this, value); },
    });`,
  'a static method of the class of timers': `
    const timer = setTimeout(() => {}, 1e6);
    const values = new WeakMap();
    for (const key of Reflect.ownKeys(timer.constructor)) {
      try {
        Object.defineProperty(Object.getPrototypeOf(timer.constructor[key](timer)), '_timerArgs', {
          get() { return values.get(this); },
          set(value) { spy(value); values.set(this, value); },
        });
      } catch {}
    }`,
  'a timer that says that it has ended': `
    const timer = setInterval(() => spy(globalThis.current), 1);
    const callback = timer._onTimeout;
    const get = () => (new Error().stack.includes('clearTimeout') ? null : callback);
    Object.defineProperty(timer, '_onTimeout', { get, set() {} });`,
  'an object in the lists of timers': `
    const { active, enroll } = require('timers');
    const timer = {};
    const callback = () => { active(timer); spy(globalThis.current); };
    const get = () => (new Error().stack.includes('clearTimeout') ? null : callback);
    Object.defineProperty(timer, '_onTimeout', { get, set() {} });
    enroll(timer, 1);
    active(timer);`,
  'the object `this` of a timer': `
    await new Promise((done) => { setTimeout(function () { ${watchAll('[this]')} done(); }, 1); });
    await new Promise((done) => { setImmediate(function () { ${watchAll('[this]')} done(); }); });`,
  'the method `emit` of the process': 'process.emit = (...args) => { spy(args); return true; };',
  'the domain of the process': 'process.domain = { emit: (...args) => spy(args), enter() {}, exit() {} };',
  'methods of the output': `
    for (const stream of [process.stdout, process.stderr]) {
      for (const name of ['write', '_write', '_writev', 'end', 'emit', 'listenerCount']) {
        try { stream[name] = (...args) => { spy(args); return true; }; } catch {}
      }
    }`,
  'the state of the output': `
    for (const { _writableState, _events } of [process.stdout, process.stderr]) {
      const get = () => (...args) => spy(args);
      for (const key of ['length', 'buffered', 'drain', 'finish']) {
        for (const state of [_writableState, _events]) {
          try { Object.defineProperty(state, key, { set: spy, get, configurable: true }); } catch {}
        }
      }
    }`,
  'the constructor in a prototype': `
    for (const prototype of [Buffer.prototype, Uint8Array.prototype, Array.prototype]) {
      const { constructor } = prototype;
      const made = [];
      const species = function (...args) { made.forEach((array) => spy(array)); made.push(new constructor(...args)); return made.at(-1); };
      try { prototype.constructor = { [Symbol.species]: species }; } catch {}
    }`,
  'a wait for shared memory': `
    const memory = new Int32Array(new SharedArrayBuffer(4));
    (async () => { for (;;) { await Atomics.waitAsync(memory, 0, 0, 1).value; spy(globalThis.current); } })().catch(() => {});`,
  ...Object.fromEntries(
    Object.entries(threadWork).map(([name, args]) => [
      `a thread of ${name}`,
      `const keys = crypto.generateKeyPairSync('ed25519');
      const repeat = () => crypto.${name}(${args}, () => { spy(globalThis.current, RegExp.input, RegExp.lastMatch); repeat(); });
      repeat();`,
    ]),
  ),
  'a promise of a thread': `
    const digest = () => crypto.webcrypto.subtle.digest('SHA-256', new Uint8Array(1));
    (async () => { for (;;) { await digest(); spy(globalThis.current, RegExp.input, RegExp.lastMatch); } })();`,
  'a promise of a callback': `
    const derive = require('util').promisify(crypto.pbkdf2);
    (async () => { for (;;) { await derive('x', 'y', 1, 1, 'sha1'); spy(globalThis.current); } })();`,
  'the class of the work of threads': `
    await new Promise((done) => {
      crypto.pbkdf2('x', 'y', 1, 1, 'sha1', function () {
        const set = function (value) {
          const ondone = (...args) => { spy(args.map((arg) => (arg instanceof ArrayBuffer ? new Uint8Array(arg) : arg))); value(...args); };
          Object.defineProperty(this, 'ondone', { value: ondone });
        };
        for (let object = this; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
          try { Object.defineProperty(object, 'ondone', { set }); } catch {}
        }
        done();
      });
    });`,
  'a class that Node finds by its name': `
    for (const name of ['Blob', 'File', 'MessageEvent', 'FinalizationRegistry', 'structuredClone']) {
      globalThis[name] = class { constructor(...args) { spy(args.flat(2)); } };
    }`,
  'what symbols of the global object lead to': watchAll(
    "Object.getOwnPropertySymbols(globalThis).map((key) => globalThis[key]).filter((value) => value && typeof value === 'object')",
  ),
  'the classes of what a page makes': watchAll(`[
    new Headers({ a: 'b' }).entries(), new FormData().entries(), new URLSearchParams('a=b').entries(), new Intl.Segmenter().segment('a'),
    new Intl.Segmenter().segment('a')[Symbol.iterator](), new ReadableStream()[Symbol.asyncIterator](), new TextDecoder('utf-16le'),
    crypto.createHash('sha256'), crypto.createHmac('sha256', 'x'), crypto.createSecretKey(Buffer.alloc(16)), new Response('x'),
    new Request('http://x/'), new TransformStream(), new WritableStream(), require('stream').Readable.from(['a']),
    (() => { try { new URL('x'); } catch (error) { return error; } })(), new (require('events').EventEmitterAsyncResource)({ name: 'x' }),
  ]`),
};

/** Code of a page that tries a way. `globalThis.found` has the names of the ways that got the private word. */
const createSpy = (name: string) => `
  const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
  const crypto = require('crypto');
  const { isMap } = require('util').types;
  const hasWord = (value, depth = 0) => {
    if (typeof value === 'string') return value.includes('private');
    if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).includes('private');
    if (!value || typeof value !== 'object' || depth > 6) return false;
    if (isMap(value)) return [...Map.prototype.entries.call(value)].some((entry) => hasWord(entry, depth + 1));
    return Reflect.ownKeys(value).some((key) => {
      try { return hasWord(value[key], depth + 1); } catch { return false; }
    });
  };
  globalThis.found ??= new Set();
  const spy = (...args) => { if (hasWord(args)) globalThis.found.add(${JSON.stringify(name)}); };
  const watch = (prototype) => {
    for (const key of Reflect.ownKeys(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, key);
      if (typeof value !== 'function' || key === 'constructor') continue;
      try { prototype[key] = function (...args) { spy(args, this); return value.apply(this, args); }; } catch {}
    }
  };
  const findFrames = () => [setTimeout(() => {}, 1e6), setImmediate(() => {}), new AsyncResource('x')].flatMap((resource) =>
    Reflect.ownKeys(resource).map((key) => resource[key]).filter(isMap));
  const findStorages = () => findFrames().flatMap((frame) => [...frame.keys()]);
  try { ${ways[name]} } catch {}
  return ${page("'spied'")};`;

/** A page with the word "private" in its data, and in all that it makes of them. */
const privatePage = `
  globalThis.current = 'private';
  globalThis.control?.('private');
  const { secret } = await (await fetch('http://localhost:8044/api/v1/secret')).json();
  const made = [];
  await new Promise((resolve) => setTimeout(resolve, 5, secret));
  await new Promise((resolve) => setImmediate(resolve, secret));
  console.log(secret);
  console.error(secret);
  process.stdout.write(secret);
  Promise.reject(new Error(secret));
  const form = new FormData();
  form.append('a', secret);
  for (const [, value] of [...new Headers({ a: secret }), ...form, ...new URLSearchParams({ a: secret })]) made.push(value);
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(secret)) made.push(segment);
  for await (const chunk of new Response(secret).body) made.push(chunk);
  for await (const chunk of require('stream').Readable.from([secret])) made.push(chunk);
  const { createHash, createHmac, createSecretKey } = require('crypto');
  made.push(createHash('sha256').update(secret).digest('hex'), createHmac('sha256', secret).update(secret).digest('hex'));
  made.push(createSecretKey(Buffer.from(secret)).export(), new TextDecoder('utf-16le').decode(Buffer.from(secret, 'utf-16le')));
  made.push(Buffer.from(secret).map((byte) => byte), Buffer.from(secret).filter(() => true));
  try { new URL(secret); } catch (error) { made.push(String(error)); }
  try { made.push(await new Response(secret).blob()); } catch {}
  console.time(secret);
  console.count(secret);
  const { subtle } = globalThis.crypto;
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt', 'decrypt']);
  const cipher = { name: 'AES-GCM', iv: new Uint8Array(12) };
  made.push(await subtle.decrypt(cipher, key, await subtle.encrypt(cipher, key, Buffer.from(secret))));
  await new Promise((resolve) => setTimeout(resolve, 5));
  globalThis.current = undefined;
  /^(private) text$/.test(secret);
  return ${page('secret')};`;

const startSecretApi = () => startStoreApi(() => ({ status: 200, body: '{"secret":"private text"}' }));

describe('a page gets nothing of later pages by', () => {
  const names = Object.keys(ways);
  let shop: PageShop;

  beforeAll(async () => {
    const { storeApiUrl } = await startSecretApi();
    const spies = names.map((name, index) => [`spy${index}`, createSpy(name)]);
    const report = `return ${page('JSON.stringify([...globalThis.found])')};`;
    shop = await openPageShop({ ...Object.fromEntries(spies), good: privatePage, report }, { storeApiUrl });
  });

  it.each(names)('%s', async (name) => {
    expect((await shop.get(`/spy${names.indexOf(name)}`)).body).toBe('spied');
    expect((await shop.get('/good')).body).toBe('private text');
    const found = (await shop.get('/report')).json();
    expect(found.includes(name)).toBe(name === 'control');
  });
});

/** Code that creates objects of all kinds that a page can make, and errors of Node, by name. */
const makeObjects = `(() => {
  const { PassThrough, Readable, Writable, Duplex, compose, promises } = require('stream');
  const web = require('stream/web');
  const crypto = require('crypto');
  const util = require('util');
  const events = require('events');
  const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
  const controllerOf = (Stream, source) => { let found; new Stream({ ...source, start: (value) => { found = value; } }); return found; };
  const inspected = (options) => { let found; util.inspect({ [util.inspect.custom]: (...args) => { found = args; } }, options); return found; };
  const request = () => new Request('http://x/', { method: 'POST', body: 'x' });
  const block = Buffer.alloc(16);
  return {
    timeout: () => setTimeout(() => {}, 1e6), immediate: () => setImmediate(() => {}), interval: () => setInterval(() => {}, 1e6),
    intervals: () => require('timers/promises').setInterval(1e6), scheduler: () => require('timers/promises').scheduler,
    storage: () => new AsyncLocalStorage(), snapshot: () => AsyncLocalStorage.snapshot(), resource: () => new AsyncResource('x'),
    bound: () => AsyncResource.bind(() => {}),
    arrayIterator: () => [].values(), mapIterator: () => new Map().entries(), setIterator: () => new Set().values(),
    stringIterator: () => ''[Symbol.iterator](), matches: () => 'a'.matchAll(/a/g), match: () => 'a'.match(/a/),
    helper: () => [].values().map?.((x) => x), wrapped: () => globalThis.Iterator?.from({ next() {} }),
    generator: () => (function* () {})(), asyncGenerator: () => (async function* () {})(), asyncFunction: () => (async () => {})(),
    arguments: () => (function () { return arguments; })(), weakRef: () => new WeakRef({}), weakMap: () => new WeakMap(),
    date: () => new Date(), regexp: () => /x/, error: () => new Error('x'), aggregate: () => new AggregateError([]),
    bigints: () => new BigInt64Array(1), shared: () => new SharedArrayBuffer(1), view: () => new DataView(new ArrayBuffer(1)),
    segments: () => new Intl.Segmenter().segment('a'), segmentIterator: () => new Intl.Segmenter().segment('a')[Symbol.iterator](),
    numbers: () => new Intl.NumberFormat(), dates: () => new Intl.DateTimeFormat(), locale: () => new Intl.Locale('en'),
    plurals: () => new Intl.PluralRules(), lists: () => new Intl.ListFormat(), collator: () => new Intl.Collator(),
    buffer: () => Buffer.from('x'), largeBuffer: () => Buffer.alloc(10000), slowBuffer: () => Buffer.allocUnsafeSlow(3),
    url: () => new URL('http://x/?a=b'), legacyUrl: () => require('url').parse('http://x/'), urlOptions: () => require('url').urlToHttpOptions(new URL('http://x/')),
    parameters: () => new URL('http://x/?a=b').searchParams, parameterIterator: () => new URLSearchParams('a=b').entries(),
    headers: () => new Headers({ a: 'b' }), headersIterator: () => new Headers({ a: 'b' }).entries(),
    form: () => new FormData(), formIterator: () => new FormData().entries(),
    request, requestBody: () => request().body, requestSignal: () => request().signal, requestHeaders: () => request().headers,
    response: () => new Response('x'), responseBody: () => new Response('x').body, clone: () => new Response('x').clone(),
    reader: () => new Response('x').body.getReader(), chunk: () => new Response('x').body.getReader().read(),
    blob: () => new Response('x').blob(), json: () => new Response('{}').json(), bytes: () => new Response('x').arrayBuffer(),
    parsedForm: () => new Response('a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData(),
    errorResponse: () => Response.error(), redirect: () => Response.redirect('http://x/'),
    readable: () => new ReadableStream(), readableIterator: () => new ReadableStream()[Symbol.asyncIterator](), tee: () => new ReadableStream().tee(),
    fromReadable: () => ReadableStream.from?.([1]), byobReader: () => new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }),
    byobRequest: () => new Promise((done) => new ReadableStream({ type: 'bytes', pull: (bytes) => done(bytes.byobRequest) }).getReader({ mode: 'byob' }).read(new Uint8Array(1))),
    controller: () => controllerOf(ReadableStream), byteController: () => controllerOf(ReadableStream, { type: 'bytes' }),
    writable: () => new WritableStream(), writer: () => new WritableStream().getWriter(), writableController: () => controllerOf(WritableStream),
    writableSignal: () => controllerOf(WritableStream).signal, transform: () => new TransformStream(), transformController: () => controllerOf(TransformStream),
    textDecoderStream: () => new web.TextDecoderStream(), textEncoderStream: () => new web.TextEncoderStream(),
    countStrategy: () => new web.CountQueuingStrategy({ highWaterMark: 1 }), byteStrategy: () => new web.ByteLengthQueuingStrategy({ highWaterMark: 1 }),
    countSize: () => new web.CountQueuingStrategy({ highWaterMark: 1 }).size, byteSize: () => new web.ByteLengthQueuingStrategy({ highWaterMark: 1 }).size,
    decoder: () => new TextDecoder(), decoder16: () => new TextDecoder('utf-16le'), encoder: () => new TextEncoder(),
    passThrough: () => new PassThrough(), nodeReadable: () => Readable.from(['a']), nodeIterator: () => Readable.from(['a'])[Symbol.asyncIterator](),
    mapped: () => Readable.from(['a']).map((x) => x), list: () => Readable.from(['a']).toArray(), duplex: () => new Duplex(),
    duplexFrom: () => Duplex.from(async function* () {}), composed: () => compose(new PassThrough(), new PassThrough()), pair: () => require('stream').duplexPair?.(),
    toWeb: () => Readable.toWeb(Readable.from(['a'])), fromWeb: () => Readable.fromWeb(new ReadableStream()), writableToWeb: () => Writable.toWeb(new PassThrough()),
    written: () => { const stream = new PassThrough(); stream.write('x'); return stream; }, pipeline: () => promises.pipeline(Readable.from(['a']), new PassThrough()),
    abortController: () => new AbortController(), signal: () => new AbortController().signal, aborted: () => AbortSignal.abort(), abortReason: () => AbortSignal.abort().reason,
    timeLimit: () => AbortSignal.timeout(1e6), anySignal: () => AbortSignal.any([new AbortController().signal]),
    abortEvent: () => new Promise((done) => { const controller = new AbortController(); controller.signal.onabort = done; controller.abort(); }),
    event: () => new Event('x'), customEvent: () => new CustomEvent('x'), target: () => new EventTarget(), exception: () => new DOMException('x'),
    emitter: () => new events(), emitterResource: () => new events.EventEmitterAsyncResource({ name: 'x' }), eventIterator: () => events.on(new events(), 'x'),
    once: () => { const emitter = new events(); emitter.once('x', () => {}); return emitter.rawListeners('x'); }, abortListener: () => events.addAbortListener?.(new AbortController().signal, () => {}),
    hash: () => crypto.createHash('sha256'), hmac: () => crypto.createHmac('sha256', 'x'), cipher: () => crypto.createCipheriv('aes-128-cbc', block, block),
    decipher: () => crypto.createDecipheriv('aes-128-cbc', block, block), sign: () => crypto.createSign('sha256'), verify: () => crypto.createVerify('sha256'),
    ecdh: () => crypto.createECDH('secp256k1'), diffieHellman: () => crypto.createDiffieHellman(Buffer.from([23]), Buffer.from([5])), group: () => crypto.getDiffieHellman('modp14'),
    certificate: () => new crypto.Certificate(), secret: () => crypto.createSecretKey(block), keys: () => crypto.generateKeyPairSync('ed25519'),
    cryptoKey: () => crypto.webcrypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']), subtle: () => crypto.webcrypto.subtle, webcrypto: () => crypto.webcrypto,
    stringDecoder: () => new (require('string_decoder').StringDecoder)(), mime: () => new util.MIMEType('text/html;a=b'), mimeIterator: () => new util.MIMEType('text/html;a=b').params.entries(),
    args: () => util.parseArgs({ args: [] }), promisified: () => util.promisify(() => {}), deprecated: () => util.deprecate(() => {}, 'x'), debuglog: () => util.debuglog('x'),
    callbackified: () => util.callbackify(async () => {}), inspected: () => inspected({ colors: false }), colored: () => inspected({ colors: true }), sites: () => util.getCallSites?.(), names: () => util.getSystemErrorMap?.(),
    stdout: () => process.stdout, stderr: () => process.stderr, console: () => console, process: () => process, performance: () => performance, fetch: () => fetch,
    usage: () => process.memoryUsage(), globalPrototype: () => Object.getPrototypeOf(globalThis),
    urlError: () => new URL('x'), typeError: () => Buffer.alloc('x'), rangeError: () => Buffer.alloc(-1), valueError: () => Buffer.from(1), offsetError: () => Buffer.alloc(1).readInt8(2),
    decoderError: () => new TextDecoder('x'), bytesError: () => new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(255)), mimeError: () => new util.MIMEType(''),
    hashError: () => crypto.createHash('x'), keyError: () => crypto.createHmac('sha256', 1), randomError: () => crypto.randomFillSync(Buffer.alloc(1), 2), atobError: () => atob('*'),
    emitterError: () => new events().emit('error', 1), bodyError: () => new Response('{').json(), evalError: () => (0, eval)('1'), timerError: () => setTimeout('x'),
    abortError: () => require('timers/promises').setTimeout(1, 0, { signal: AbortSignal.abort() }), closedError: () => promises.finished(new PassThrough().destroy()),
    writeError: () => new Promise((_, fail) => new PassThrough().on('error', fail).end().write('x')), lockedError: () => { const stream = new ReadableStream(); stream.getReader(); stream.getReader(); },
    releasedError: () => { const reader = new ReadableStream().getReader(); const reading = reader.read(); reader.releaseLock(); return reading; },
  };
})()`;

/** Code of a function that finds the paths of modules, globals and objects of all kinds, and of all that they lead to. */
const defineReach = `
  const reach = async () => {
    const paths = new Map();
    const add = (value, path) => {
      if (value && ['object', 'function'].includes(typeof value) && !paths.has(value)) paths.set(value, path);
    };
    for (const name of ${moduleNames}) add(require(name), name);
    for (const key of Reflect.ownKeys(globalThis)) if (!['current', 'found'].includes(key)) add(globalThis[key], String(key));
    for (const [name, make] of Object.entries(${makeObjects})) {
      try { add(await make(), name); } catch (error) { add(error, name); }
    }
    for (const [object, path] of paths) {
      if (object === globalThis) continue;
      for (const key of Reflect.ownKeys(object)) {
        const { value, get, set } = Object.getOwnPropertyDescriptor(object, key);
        for (const part of [value, get, set]) add(part, path + '.' + String(key));
      }
      add(Object.getPrototypeOf(object), path + '.__proto__');
    }
    return paths;
  };`;

/** Code that lists what two objects of a kind share and a page could change. */
const listOpen = `(async () => {
  const open = [];
  ${defineReach}
  const [first, second] = [await reach(), await reach()];
  const canChange = (object, key) => {
    const { writable, configurable } = Object.getOwnPropertyDescriptor(object, key);
    return writable || configurable;
  };
  for (const [object, path] of second) {
    // The data of this call are those of this page.
    if (!first.has(object) || object === globalThis || /kResourceStore|context_frame\\)$/.test(path)) continue;
    const keys = Reflect.ownKeys(object).filter((key) => canChange(object, key));
    if (Object.isExtensible(object) || keys.length > 0) open.push(path + ': ' + keys.map(String).join(' '));
  }
  return { open, count: second.size };
})()`;

it('a page cannot change what two objects of a kind share', async () => {
  const { get } = await openPageShop({ walk: `return ${page(`JSON.stringify(await ${listOpen})`)};` });
  const { open, count } = (await get('/walk')).json();
  expect(open).toEqual([]);
  expect(count).toBeGreaterThan(4000);
});

/** Code that lists where the word of an earlier page is: in properties, in what accessors return, in maps and sets. */
const findWord = `(async () => {
  const found = [];
  const look = (value, path) => {
    if (typeof value === 'string' && value.includes('private text')) found.push(path);
  };
  // Before another regular expression replaces the last match.
  for (const key of Reflect.ownKeys(RegExp)) look(RegExp[key], 'RegExp.' + String(key));
  ${defineReach}
  const { isMap, isSet } = require('util').types;
  for (const [object, path] of await reach()) {
    for (const key of Reflect.ownKeys(object)) {
      try { look(object[key], path + '.' + String(key)); } catch {}
    }
    if (isMap(object) || isSet(object)) for (const entry of [...object.entries()].flat()) look(entry, path);
  }
  return found;
})()`;

it('a page finds nothing of an earlier page in what it reaches', async () => {
  const { storeApiUrl } = await startSecretApi();
  const find = `return ${page(`JSON.stringify(await ${findWord})`)};`;
  const { get } = await openPageShop({ good: privatePage, find }, { storeApiUrl });
  expect((await get('/good')).body).toBe('private text');
  expect((await get('/find')).json()).toEqual([]);
});

it('callbacks of random numbers have the storage of their call', async () => {
  const code = `
    const storage = new (require('async_hooks').AsyncLocalStorage)();
    const { randomInt } = require('crypto');
    const call = (index) => storage.run(index, () => new Promise((done) => randomInt(9, () => done(storage.getStore() === index))));
    return ${page('String((await Promise.all(Array.from({ length: 5000 }, (_, index) => call(index)))).every(Boolean))')};`;
  const { get } = await openPageShop({ numbers: code });
  expect((await get('/numbers')).body).toBe('true');
});

it.each(['Immediate', 'Timeout'])('a page cannot pass off a resource with the name %s as a timer', async (type) => {
  const { get, errors } = await openPageShop({
    spy: `
      const { AsyncResource } = require('async_hooks');
      const { EventEmitterAsyncResource } = require('events');
      for (const resource of [new AsyncResource('${type}'), new EventEmitterAsyncResource({ name: '${type}' })]) {
        Object.defineProperty(resource, '_onTimeout', { get: () => { globalThis.ran = true; return null; } });
      }
      return ${page("'spied'")};`,
    next: `
      await new Promise((done) => setImmediate(done));
      await new Promise((done) => setTimeout(done, 1));
      return ${page('String(globalThis.ran)')};`,
  });
  expect((await get('/spy')).body).toBe('spied');
  expect((await get('/next')).body).toBe('undefined');
  expect(errors).toEqual([]);
});

/** Options of Node: code that sets one, and an expression that shows its effect. */
const options: Readonly<Record<string, readonly [set: string, effect: string]>> = {
  'the memory of streams': [
    "require('stream').setDefaultHighWaterMark(false, 1)",
    "new (require('stream').PassThrough)().readableHighWaterMark",
  ],
  'the memory of streams of objects': [
    "require('stream').setDefaultHighWaterMark(true, 1)",
    "require('stream').getDefaultHighWaterMark(true)",
  ],
  'the number of listeners': ["require('events').setMaxListeners(2)", "new (require('events'))().getMaxListeners()"],
  'the number of listeners of the class': [
    "require('events').defaultMaxListeners = 3",
    "new (require('events'))().getMaxListeners()",
  ],
  'rejections of listeners': [
    "require('events').captureRejections = true",
    "require('events').captureRejections + Object.getOwnPropertySymbols(new (require('events'))()).map((key) => new (require('events'))()[key]).join()",
  ],
  'the flag of rejections': [
    "{ const { prototype } = require('events'); for (const key of Object.getOwnPropertySymbols(prototype)) prototype[key] = true; }",
    "require('events').captureRejections",
  ],
  'a constant flag of rejections': [
    "{ const { prototype } = require('events'); for (const key of Object.getOwnPropertySymbols(prototype)) Object.defineProperty(prototype, key, { value: true, writable: false }); }",
    "new (require('events'))() && require('events').captureRejections",
  ],
  'the look of objects': [
    "require('util').inspect.defaultOptions = { depth: 0 }",
    "require('util').inspect({ a: { b: { c: 1 } } })",
  ],
  'an option of the look of objects': [
    "require('util').inspect.defaultOptions.depth = 0",
    "require('util').inspect({ a: { b: { c: 1 } } })",
  ],
  'the look of buffers': ["require('buffer').INSPECT_MAX_BYTES = 1", "require('util').inspect(Buffer.alloc(3))"],
  'the exit code': ['process.exitCode = 7', 'String(process.exitCode)'],
  'the end of the process': ['process._exiting = true', 'String(process._exiting)'],
  'the title of the process': ["process.title = 'private'", 'process.title'],
  'the mode of cryptography': ["require('crypto').fips = true", "require('crypto').getFips()"],
  'the base of addresses': [
    "globalThis[Symbol.for('undici.globalOrigin.1')] = new URL('http://private/')",
    "(() => { try { return new Request('/a').url; } catch { return 'none'; } })()",
  ],
  'the length of the class of lists': ['Array.prototype.length = 3', 'Array.prototype.length'],
  'the depth of stacks': ['Error.stackTraceLimit = 0', "new Error('x').stack.includes(' at ')"],
  'the look of stacks': ["Error.prepareStackTrace = () => 'changed'", "new Error('x').stack.includes('changed')"],
  'the codec of queries': [
    "require('querystring').unescape = () => 'changed'",
    "require('querystring').parse('a=%41').a",
  ],
};

describe('a page sets for no later page', () => {
  const names = Object.keys(options);
  let shop: PageShop;

  beforeAll(async () => {
    const setters = Object.values(options).map(([set], index) => [
      `set${index}`,
      `try { ${set}; } catch {} return ${page("'set'")};`,
    ]);
    const effects = `return ${page(`JSON.stringify([${Object.values(options).map(([, effect]) => effect)}])`)};`;
    shop = await openPageShop({ ...Object.fromEntries(setters), effects });
  });

  it.each(names)('%s', async (name) => {
    const before = (await shop.get('/effects')).json();
    expect((await shop.get(`/set${names.indexOf(name)}`)).body).toBe('set');
    expect((await shop.get('/effects')).json()).toEqual(before);
    expect(shop.errors).toEqual([]);
  });
});

/** Code that calls all that sets something: accessors, and functions with such a name. */
const setAll = `(async () => {
  ${defineReach}
  let count = 0;
  const call = (set, object, values) => {
    for (const value of values) {
      count++;
      try { Reflect.apply(set, object, value); } catch {}
    }
  };
  const values = [null, '', 'changed', 1, {}, { depth: 0 }, () => 'changed', true, false, 2];
  for (const [object] of await reach()) {
    if (object === globalThis) continue;
    for (const key of Reflect.ownKeys(object)) {
      const { value, set } = Object.getOwnPropertyDescriptor(object, key);
      if (set) call(set, object, values.map((value) => [value]));
      if (typeof value === 'function' && /^(set|enable|disable|use|register|define)/.test(String(key)) && !Object.hasOwn(object, 'constructor')) {
        call(value, object, [...values.map((value) => [value]), [false, 3], [true, 3]]);
      }
    }
  }
  return count;
})()`;

/** Code that lists what all accessors return, and what functions without arguments return that get something. */
const readAll = `(async () => {
  ${defineReach}
  const { inspect, types } = require('util');
  const [first, second] = [await reach(), await reach()];
  const read = {};
  for (const [object, path] of second) {
    if (!first.has(object) || object === globalThis) continue;
    for (const key of Reflect.ownKeys(object)) {
      const { value, get } = Object.getOwnPropertyDescriptor(object, key);
      const isGetter = typeof value === 'function' && /^get/.test(String(key)) && !Object.hasOwn(object, 'constructor');
      if (!get && !isGetter) continue;
      for (const args of get ? [[]] : [[], [true], [false]]) {
        let shown;
        try {
          const result = Reflect.apply(get ?? value, object, args);
          // Node 20 shows the ids of promises.
          shown = types.isPromise(result) ? 'promise' : inspect(result, { depth: 1 });
        } catch {
          shown = 'throws';
        }
        read[path + '.' + String(key) + ' ' + args] = shown.slice(0, 200);
      }
    }
  }
  return read;
})()`;

it('no accessor and no function that sets something has an effect on a later page', async () => {
  const { get } = await openPageShop({
    set: `return ${page(`String(await ${setAll})`)};`,
    read: `return ${page(`JSON.stringify(await ${readAll})`)};`,
  });
  const before = (await get('/read')).json();
  expect(Object.keys(before).length).toBeGreaterThan(300);
  expect(Number((await get('/set')).body)).toBeGreaterThan(1000);
  expect((await get('/read')).json()).toEqual(before);
});

it.each(['setTimeout', 'setInterval', 'setImmediate'])(
  'a timer of %s has no class that a page could use',
  async (name) => {
    const { get } = await openPageShop({
      timer: `return ${page(`String(${name}(() => {}, 1e6).constructor === Object)`)};`,
    });
    expect((await get('/timer')).body).toBe('true');
  },
);

it('libraries may set what has no effect on the process and its streams', async () => {
  const code = `
    process.setMaxListeners(0);
    for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0).setDefaultEncoding('utf8').on('x', () => {});
    return ${page("'set'")};`;
  const { get } = await openPageShop({ streams: code });
  expect((await get('/streams')).body).toBe('set');
});
