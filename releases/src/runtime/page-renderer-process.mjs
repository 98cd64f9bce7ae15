import { AsyncLocalStorage } from 'node:async_hooks';
import { evaluateNodeBundle } from './evaluate-node-bundle.mjs';
import { getMessage, receive, send } from './renderer-channel.mjs';
import './deny-network.mjs';

/*
 * Entry of a page renderer: it evaluates the Node bundles of a composition and renders its pages with their content. It has
 * the limits of renderer-process.mjs. It asks its gateway for data instead of the network.
 *
 * From the gateway:                              To the gateway:
 *   { shell: NodeBundle }                          { evaluated: { rendersPages } }, or { failed: reason }
 *   { remotes: {name: NodeBundle}, styleSheets }   { started: { failedRemotes: {name: reason} } }
 *   { id, request: PageRequest }                   { id, result: RenderedPage }, or { id, error: reason }, in any sequence
 *   { data: DataAnswer }                           { fetch: { fetchId, url, id } }: `id` is the call that needs the data
 *   { ping: number }                               { pong: number }
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

/** The id of the call that the running code belongs to. */
const currentCall = new AsyncLocalStorage();

/** @typedef {{ resolve: (response: Response) => void; reject: (error: unknown) => void }} PendingFetch */
/** @type {Map<number, PendingFetch>} */
const pendingFetches = new Map();
let nextFetchId = 1;

const PageResponse = Response;
const PageRequest = Request;
const statusesWithoutBody = [204, 205, 304];

/**
 * Requests data of the store API through the gateway.
 *
 * @type {typeof fetch}
 */
const fetchThroughGateway = async (input, init) => {
  const request = new PageRequest(input, init);
  if (request.method !== 'GET') throw new TypeError(`${request.method} ${request.url}: a server only reads data`);
  request.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const fetchId = nextFetchId++;
    pendingFetches.set(fetchId, { resolve, reject });
    request.signal.addEventListener('abort', () => {
      if (pendingFetches.delete(fetchId)) reject(request.signal.reason);
    });
    send({ fetch: { fetchId, url: request.url, id: currentCall.getStore() } });
  });
};
globalThis.fetch = fetchThroughGateway;

/** @param {{ fetchId: number; status?: number; contentType?: string; body?: string; error?: string }} data */
function answerFetch({ fetchId, status = 0, contentType = '', body = '', error }) {
  const pending = pendingFetches.get(fetchId);
  pendingFetches.delete(fetchId);
  if (!pending) return;
  if (error !== undefined) {
    pending.reject(new TypeError(`fetch failed: ${error}`));
    return;
  }
  const hasBody = !statusesWithoutBody.includes(status);
  pending.resolve(new PageResponse(hasBody ? body : null, { status, headers: { 'content-type': contentType } }));
}

/** @typedef {{ code: string; filename: string; base: string }} NodeBundle */
/** @type {import('@shop/remote-contract/shell-build').ShellBuild | null} */
let shell = null;
/** @type {import('@shop/remote-contract/shell-build').PageResources | null} */
let resources = null;

/** @param {NodeBundle} bundle */
function evaluateShell({ code, filename, base }) {
  try {
    shell = /** @type {NonNullable<typeof shell>} */ (evaluateNodeBundle(code, { filename, base }));
    send({ evaluated: { rendersPages: typeof shell.renderPage === 'function' } });
  } catch (error) {
    send({ failed: getMessage(error) });
  }
}

/**
 * Evaluates the remotes. A remote that cannot be evaluated fails the pages of its own paths only.
 *
 * @param {{ remotes: Record<string, NodeBundle>; styleSheets: Record<string, string> }} code
 */
function evaluateRemotes({ remotes, styleSheets }) {
  /** @type {Map<string, any>} */
  const modules = new Map();
  /** @type {Record<string, string>} */
  const failedRemotes = {};
  for (const [name, { code, filename, base }] of Object.entries(remotes)) {
    try {
      modules.set(name, evaluateNodeBundle(code, { filename, base, provided: shell?.provided ?? {} }));
    } catch (error) {
      failedRemotes[name] = getMessage(error);
    }
  }
  resources = {
    loadRemote: (name) => {
      const remote = modules.get(name);
      if (!remote)
        throw new Error(`${name} cannot be evaluated: ${failedRemotes[name] ?? 'it is not in the composition'}`);
      return remote;
    },
    styleSheets,
  };
  send({ started: { failedRemotes } });
}

/** @param {{ id: number; request: unknown }} call */
async function render({ id, request }) {
  try {
    const result = await currentCall.run(id, async () =>
      shell?.renderPage?.(/** @type {any} */ (request), /** @type {any} */ (resources)),
    );
    send({ id, result });
  } catch (error) {
    send({ id, error: getMessage(error) });
  }
}

// A promise that a page forgot must not end the pages that are rendered at the same time.
process.on('unhandledRejection', (error) => send({ warning: `unhandled rejection: ${getMessage(error)}` }));

receive((message) => {
  if ('id' in message) void render(message);
  else if ('data' in message) answerFetch(message.data);
  else if ('ping' in message) send({ pong: message.ping });
  else if ('shell' in message) evaluateShell(message.shell);
  else evaluateRemotes(message);
});
