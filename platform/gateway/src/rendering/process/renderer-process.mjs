import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { endTimers, keepTimers } from './end-timers.mjs';
import { evaluateNodeBundle, loadPermittedModules } from './evaluate-node-bundle.mjs';
import { freezeProcess, resetOptions } from './restrict-process.mjs';

/*
 * Entry of a renderer process: it evaluates the Node bundles of a composition, and renders its pages and documents. It answers
 * one call after the other, and begins none itself. It reads each call with a blocking read, so nothing runs between two calls.
 * A call ends with its timers, also when it waits for data for ever. Modules and globals that bundles add outlive a page.
 * It has no keys, no release store, no network and no process variables but NODE_ENV.
 *
 * A message is four bytes with its length, and JSON: `{ id, call, input }` on stdin, with the `composition` of this and later calls
 * when it changes; `{ id, result }` or `{ id, error, frames }` on stdout, with `warnings`.
 *
 * `freezeProcess` freezes globals and modules before a bundle runs.
 */

const { readSync, writeSync } = fs;
const exit = process.exit.bind(process);
const { parse, stringify } = JSON;
const { assign, entries, fromEntries, values } = Object;
const nextTurn = setImmediate;
const wait = setTimeout;
const PageResponse = Response;
const PageRequest = Request;
const decoder = new TextDecoder();
const decode = decoder.decode.bind(decoder);
const allocate = Buffer.allocUnsafe;
const encode = Buffer.from;

/**
 * Reads bytes from the gateway, and ends with it.
 *
 * @param {number} length
 */
function readBytes(length) {
  const bytes = allocate(length);
  for (let offset = 0; offset < length; ) {
    const count = readSync(0, bytes, offset, length - offset, null);
    if (count === 0) exit(0);
    offset += count;
  }
  return bytes;
}

const readMessage = () => parse(decode(readBytes(readBytes(4).readUInt32BE(0))));

/** @param {string} text */
function writeMessage(text) {
  const body = encode(text);
  const header = allocate(4);
  header.writeUInt32BE(body.length, 0);
  for (const bytes of [header, body]) {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(1, bytes, offset);
  }
}

const maxErrorLength = 2000;

/** @param {unknown} error */
const getMessage = (error) => (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);

const maxFrames = 12;

/**
 * Lists the positions of an error in released files, innermost first: `renderPrice (r/mf-a/1.0.0-4f3a…/node/server.cjs:1:20)`.
 *
 * @param {unknown} error
 */
const listFrames = (error) =>
  (error instanceof Error ? String(error.stack).slice(0, 10 * maxErrorLength) : '')
    .split('\n')
    .map((line) => /^\s+at ((?:.* \()?r\/\S+:\d+:\d+\)?)$/.exec(line)?.[1] ?? '')
    .filter((frame) => frame !== '')
    .slice(0, maxFrames);

/**
 * The data of one call, the addresses that it has read, and those that it requests besides.
 *
 * @typedef {{ answers: Map<string, { status: number; contentType: string; body: string; announcesSearch?: boolean } | { error: string }>; read: Set<string>; missing: Set<string> }} CallData
 */
/** @type {AsyncLocalStorage<CallData>} */
const callData = new AsyncLocalStorage();
// Node 24 puts the storage into objects of a page. Node 20 writes its properties, so they cannot be frozen.
Object.preventExtensions(callData);
/** The call that is running. Code of an earlier one gets no data of it. */
let currentData = /** @type {CallData | null} */ (null);

const statusesWithoutBody = [204, 205, 304];
const never = () => new Promise(() => {});

/** @type {typeof fetch} */
const fetchFromData = async (input, init) => {
  const request = new PageRequest(input, init);
  if (request.method !== 'GET') throw new TypeError(`${request.method} ${request.url}: a server only reads data`);
  const data = callData.getStore();
  if (!data || data !== currentData) return never();
  const answer = data.answers.get(request.url);
  if (!answer) {
    data.missing.add(request.url);
    return never();
  }
  data.read.add(request.url);
  if ('error' in answer) throw new TypeError(`fetch failed: ${answer.error}`);
  const { status, contentType, body, announcesSearch } = answer;
  const content = statusesWithoutBody.includes(status) ? null : body;
  const headers = { 'content-type': contentType, ...(announcesSearch && { 'accept-search': 'true' }) };
  return new PageResponse(content, { status, headers });
};
globalThis.fetch = fetchFromData;

/** @type {import('@shop/remote-contract/shell-build').ShellBuild | null} */
let shell = null;
/** Exports of the remotes by name. @type {Map<string, any>} */
const remotes = new Map();
/** Composition of the calls. @type {any} */
let composition;
/** @type {Readonly<Record<string, string>>} */
let styleSheets = {};
/** Catalogues of all apps by language and URL. @type {Record<string, Record<string, Record<string, string>>>} */
const texts = {};

const getShell = () => {
  if (!shell) throw new Error('no shell is evaluated');
  return shell;
};

/** @param {string} name */
function loadRemote(name) {
  const remote = remotes.get(name);
  if (!remote) throw new Error(`${name} is not evaluated`);
  return remote;
}

/**
 * Adds the catalogues of an app.
 *
 * @param {import('../composition-code').NodeBundle['texts']} added
 */
function addTexts(added = {}) {
  for (const [language, files] of entries(added)) {
    const catalogs = texts[language] ?? {};
    texts[language] = catalogs;
    for (const [url, json] of entries(files)) catalogs[url] = parse(json);
  }
}

/** Milliseconds between two looks at a page that waits for a timer. */
const pollMs = 5;
/** Turns of the event loop without a new request after which a page waits for data only. */
const quietTurns = 2;

/**
 * Runs a render until it has ended, or until all that it waits for is data that the gateway has not sent yet.
 *
 * @param {CallData} data
 * @param {() => unknown} render
 */
async function runWithData(data, render) {
  currentData = data;
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  const rendered = callData.run(data, async () => render());
  rendered.then(settle, settle);
  let requested = 0;
  for (let turn = 0; !isSettled; ) {
    await new Promise((resolve) => (turn > quietTurns ? wait(resolve, pollMs) : nextTurn(resolve)));
    turn = data.missing.size > requested ? 0 : turn + 1;
    requested = data.missing.size;
    if (!isSettled && requested > 0 && turn >= quietTurns) return { kind: 'needs', urls: [...data.missing] };
  }
  return rendered;
}

/** Answers by the name of the call. @type {Record<string, (input: any) => unknown>} */
const calls = {
  /** Evaluates the shell. */
  shell: ({ code, filename, base, texts: added }) => {
    addTexts(added);
    shell = /** @type {NonNullable<typeof shell>} */ (evaluateNodeBundle(code, { filename, base }));
    const { wellKnown, listInlineScripts } = shell;
    // No code of a remote has run yet.
    const catalogs = entries(added ?? {}).map(([language, files]) => [
      language,
      assign({}, ...values(files).map((json) => parse(json))),
    ]);
    return {
      rendersPages: typeof shell.renderPage === 'function',
      wellKnown: wellKnown ? { favicon: wellKnown.favicon, serviceWorker: wellKnown.serviceWorker } : null,
      inlineScripts: listInlineScripts?.(fromEntries(catalogs)) ?? null,
    };
  },
  /** Evaluates a remote. */
  remote: ({ name, code, filename, base, texts: added }) => {
    addTexts(added);
    remotes.set(name, evaluateNodeBundle(code, { filename, base, provided: getShell().provided }));
    return {};
  },
  styleSheets: (texts) => {
    styleSheets = texts;
  },
  document: (request) => getShell().renderDocument({ ...request, composition }),
  manifest: (identity) => getShell().wellKnown?.webManifest(identity) ?? '',
  page: async ({ data: answers, request }) => {
    const { language } = request;
    const resources = { loadRemote, styleSheets, ...(language && { texts: texts[language] ?? {} }) };
    const render = () => getShell().renderPage?.({ ...request, composition }, resources);
    const data = { answers: new Map(answers), read: new Set(), missing: new Set() };
    const result = await runWithData(data, render);
    return { .../** @type {object} */ (result), read: [...data.read] };
  },
  /** Loads the module of a route or a slot. Returns true when it exports a component. */
  part: async ({ remote, kind, name }) => {
    const module = await loadRemote(remote)[kind === 'route' ? 'routes' : 'slots']?.[name]?.();
    return Boolean(kind === 'route' ? module?.screen?.Screen : module?.slot?.Slot);
  },
};

/** Errors of promises that a page forgot. They must not end the process. @type {string[]} */
let warnings = [];
const maxWarnings = 10;
process.on('unhandledRejection', (error) => {
  if (warnings.length < maxWarnings) warnings.push(`unhandled rejection: ${getMessage(error)}`);
});

await freezeProcess(loadPermittedModules(), callData);

for (;;) {
  const message = readMessage();
  const { id, call, input } = message;
  composition = message.composition ?? composition;
  let reply;
  try {
    const result = await calls[call]?.(input);
    reply = stringify({ id, result, warnings });
  } catch (error) {
    reply = stringify({ id, error: getMessage(error), frames: listFrames(error), warnings });
  }
  currentData = null;
  if (call === 'shell' || call === 'remote') keepTimers();
  else endTimers();
  resetOptions();
  warnings = [];
  writeMessage(reply);
}
