import { execFileSync } from 'node:child_process';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { waitUntil } from '@shop/testing/wait-until';
import { notRendered } from './page-result';
import { liveLimits } from './renderer-limits';
import { createRendererPool, type RendererPool, type RendererPoolOptions } from './renderer-pool';

let pool: RendererPool | undefined;
afterEach(() => pool?.close());

const bundle = (code: string) => ({ code, filename: 'server.cjs', base: '/r/app/1/' });
/** A shell that breaks at some addresses. */
const shell = createFakeShellBundle({
  html: ({ pathname }) => {
    if (pathname === '/loop') for (;;);
    if (pathname === '/long') return 'x'.repeat(9 * 1024 * 1024);
    if (pathname === '/buffers') for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(64e6, 1));
    return `document ${pathname}`;
  },
  renderPage: async ({ pathname }, { loadRemote }) =>
    (loadRemote(`mf-${pathname.slice(1)}`) as unknown as { render: () => never }).render(),
});
const page = (html: string) =>
  `({ kind: 'page', document: { status: 200, html: ${html}, inlineScripts: [], apiOrigin: 'http://localhost:8044' } })`;

/** Opens a pool of a shell and remotes that each render the page at their name. */
function openPool(remotes: Record<string, string>, options: Partial<RendererPoolOptions> = {}) {
  const errors: string[] = [];
  const bundles = Object.entries(remotes).map(([name, code]) => [`mf-${name}`, bundle(code)] as const);
  pool = createRendererPool({
    code: {
      name: 'the renderer',
      readShell: async () => bundle(shell),
      readPages: async () => ({ remotes: Object.fromEntries(bundles), styleSheets: {} }),
    },
    warmUpRequests: [],
    limits: { ...liveLimits, firstRenderTimeoutMs: 1500, stuckTimeoutMs: 60_000 },
    readData: () => Promise.reject(new Error('no data')),
    onError: ({ message }) => errors.push(message),
    ...options,
  });
  return { pool, errors };
}

const composition = { seq: 1, env: 'production', shell: {} as never, remotes: [] };
const settings = { orderAmounts: 'rupee' as const, publicUrl: 'http://localhost' };
const request = (name: string) => ({
  composition,
  pathname: `/${name}`,
  search: '',
  hostname: 'localhost',
  settings,
  route: { remote: `mf-${name}`, path: 'home', params: {} },
});
const renderText = async (name: string) => {
  const result = await pool?.renderPage(request(name));
  return result?.kind === 'page' ? result.document.html : result;
};
const countProcesses = () =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('renderer-process.mjs')).length;

const good = `exports.render = () => ${page("'good'")};`;

test.each([
  ['throws', 'throw new Error("broken import")', 'broken import'],
  ['ends the process', 'process.exit(3)', 'its process ended with 3'],
  ['never ends', 'for (;;);', 'did not answer within'],
])('a remote whose evaluation %s fails its own pages only', async (_how, code, reason) => {
  const limits = { ...liveLimits, startTimeoutMs: 3000, firstRenderTimeoutMs: 1500, stuckTimeoutMs: 60_000 };
  const { pool, errors } = openPool({ bad: code, good }, { limits });
  await pool.start();
  await pool.whenPrepared();
  expect(await renderText('good')).toBe('good');
  expect(await renderText('bad')).toMatchObject({ kind: 'not-rendered', cause: 'composition' });
  expect((await pool.renderDocument(request('bad'))).html).toBe('document /bad');
  expect(errors).toContainEqual(expect.stringMatching(`mf-bad cannot be evaluated: .*${reason}`));
});

test('a remote whose evaluation has ended its process once is rendered by the next process', async () => {
  let evaluations = 0;
  const once = {
    ...bundle(good),
    get code() {
      return evaluations++ === 0 ? 'process.exit(3)' : good;
    },
  };
  const readPages = async () => ({ remotes: { 'mf-once': once }, styleSheets: {} });
  const code = { name: 'the renderer', readShell: async () => bundle(shell), readPages };
  const { pool, errors } = openPool({}, { code });
  await pool.start();
  await pool.whenPrepared();
  expect(await renderText('once')).toBe('good');
  expect(errors).toEqual([expect.stringContaining('its process ended with 3')]);
});

test('browsers render the pages of a remote without a Node bundle, which counts as no failure', async () => {
  const { pool, errors } = openPool({ good });
  await pool.start();
  await pool.whenPrepared();
  for (let count = 0; count < 6; count++) {
    expect(await renderText('browser')).toEqual(notRendered('unsupported', 'mf-browser has no Node bundle'));
  }
  expect((await pool.renderDocument(request('browser'))).html).toBe('document /browser');
  expect(errors).toEqual([]);
});

test('a remote whose texts are not JSON fails its own pages only', async () => {
  const remotes = { 'mf-bad': { ...bundle(good), texts: { hi: { '/texts.json': '{' } } }, 'mf-good': bundle(good) };
  const readPages = async () => ({ remotes, styleSheets: {} });
  const { pool, errors } = openPool(
    {},
    { code: { name: 'the renderer', readShell: async () => bundle(shell), readPages } },
  );
  await pool.start();
  await pool.whenPrepared();
  expect(await renderText('good')).toBe('good');
  expect(await renderText('bad')).toMatchObject({ kind: 'not-rendered', cause: 'composition' });
  expect(errors).toEqual([expect.stringMatching('mf-bad cannot be evaluated: .*JSON')]);
});

test('an app whose pages keep failing is rendered by browsers, and the pages of the others go on', async () => {
  const { pool, errors } = openPool({ bad: 'exports.render = () => { throw new Error("broken"); };', good });
  await pool.start();
  await pool.whenPrepared();
  for (let count = 0; count < 5; count++) {
    expect(await renderText('bad')).toEqual(notRendered('composition', 'broken'));
  }
  expect(await renderText('bad')).toEqual(notRendered('composition', 'its pages have failed repeatedly'));
  expect(await renderText('good')).toBe('good');
  expect(errors).toEqual([expect.stringContaining('pages of mf-bad are rendered by browsers for a while')]);
});

test('a page that takes too long in a process that has just started counts as no failure once, and a page that always does counts', async () => {
  const { pool } = openPool(
    { endless: 'exports.render = () => new Promise((resolve) => setTimeout(resolve, 1e6));' },
    { limits: { ...liveLimits, firstRenderTimeoutMs: 300, stuckTimeoutMs: 60_000 } },
  );
  await pool.start();
  await pool.whenPrepared();
  const causes: string[] = [];
  while (causes.length < 3) {
    await waitUntil(() => pool.processes.ready === 1, { message: 'a process renders pages' });
    const result = await pool.renderPage(request('endless'));
    const cause = result.kind === 'not-rendered' ? result.cause : result.kind;
    // On a busy machine no process may be free in time.
    if (cause !== 'gateway') causes.push(cause);
  }
  expect(causes).toEqual(['cold', 'composition', 'composition']);
});

test('the first page of each path in a process has more time than the next ones', async () => {
  const wait = (ms: number) => `const end = Date.now() + ${ms}; while (Date.now() < end);`;
  const slowStart = `let renders = 0; exports.render = () => { if (renders++ === 0) { ${wait(500)} } return ${page("'slow start'")}; };`;
  const { pool } = openPool({ slow: slowStart, good });
  await pool.start();
  await pool.whenPrepared();
  // More pages than a process may take longer for.
  for (let count = 0; count < 6; count++) expect(await renderText('good')).toBe('good');
  for (let count = 0; count < 2; count++) expect(await renderText('slow')).toBe('slow start');
});

test('a page whose bytes wait in the pipe for a busy gateway does not end its process', async () => {
  const large = `exports.render = () => ${page("'x'.repeat(1e6)")};`;
  const { pool, errors } = openPool({ large });
  await pool.start();
  await pool.whenPrepared();
  // The first page of a process has more time.
  expect(await renderText('large')).toHaveLength(1e6);
  const outcomes: unknown[] = [];
  for (let count = 0; count < 10; count++) {
    const rendering = renderText('large');
    // The process has begun, and the gateway reads nothing until after the time of the page.
    await new Promise((resolve) => setImmediate(resolve));
    const end = Date.now() + 400;
    while (Date.now() < end);
    const page = await rendering;
    outcomes.push(typeof page === 'string' ? page.length : page?.kind === 'not-rendered' && page.cause);
  }
  expect(errors).toEqual([]);
  // On a busy machine the process may have no processor for the rest of an answer, but not each time.
  expect(outcomes).toContain(1e6);
  expect(outcomes.filter((outcome) => outcome !== 1e6 && outcome !== 'gateway')).toEqual([]);
});

test('documents come before the pages that wait for the same process', async () => {
  const slow = `exports.render = () => { const end = Date.now() + 20; while (Date.now() < end); return ${page("'slow'")}; };`;
  const { pool } = openPool({ slow });
  await pool.start();
  await pool.whenPrepared();
  const order: string[] = [];
  const pages = [1, 2, 3, 4, 5].map(() => renderText('slow').then(() => order.push('page')));
  // At most two pages are with the process, and the others wait.
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([...pages, pool.renderDocument(request('slow')).then(() => order.push('document'))]);
  expect(order).toHaveLength(6);
  expect(order.indexOf('document')).toBeLessThanOrEqual(2);
});

test('a page that ends its process is not a failure of the app whose page was sent behind it', async () => {
  const { pool } = openPool({ good, bad: `exports.render = () => process.exit(1);` });
  await pool.start();
  await pool.whenPrepared();
  const bad = pool.renderPage(request('bad'));
  expect(await renderText('good')).toMatchObject({ kind: 'not-rendered', cause: 'gateway' });
  expect(await bad).toMatchObject({ kind: 'not-rendered', cause: 'composition' });
});

test('a pool on demand starts its process with the first page and ends it without calls', async () => {
  const before = countProcesses();
  const { pool } = openPool({ good }, { limits: { ...liveLimits, idleTimeoutMs: 300 } });
  pool.resize(1);
  expect(countProcesses()).toBe(before);
  // A page does not wait for a process that starts slowly.
  const isRendered = async () => (await renderText('good')) === 'good';
  await waitUntil(isRendered, { message: 'the page is rendered' });
  expect(countProcesses()).toBe(before + 1);
  await waitUntil(() => countProcesses() === before, { message: 'the process has ended' });
  await waitUntil(isRendered, { message: 'the page is rendered again' });
});

test('reads the code of pages again until it can be read, and renders documents meanwhile', async () => {
  let reads = 0;
  const readPages = async () => {
    if (++reads < 3) throw new Error('the store is down');
    return { remotes: { 'mf-good': bundle(good) }, styleSheets: {} };
  };
  const code = { name: 'the renderer', readShell: async () => bundle(shell), readPages };
  const { pool, errors } = openPool({}, { code, retryReadAfterMs: 20 });
  await pool.start();
  expect((await pool.renderDocument(request('good'))).html).toBe('document /good');
  await pool.whenPrepared();
  expect(await renderText('good')).toBe('good');
  expect(errors).toEqual(['the store is down']);
});

test('a pool whose shell cannot be read in time does not start', async () => {
  const never = () => new Promise<never>(() => {});
  const { pool } = openPool({}, { code: { name: 'x', readShell: never, readPages: never }, readTimeoutMs: 20 });
  await expect(pool.start()).rejects.toThrow('no response within 20 ms');
  expect(await pool.renderPage(request('good'))).toMatchObject({ kind: 'not-rendered', cause: 'gateway' });
});

test('a closed pool rejects its callers and leaves no process behind', async () => {
  const before = countProcesses();
  const { pool } = openPool({ endless: 'exports.render = () => { for (;;); };' });
  await pool.start();
  await pool.whenPrepared();
  const rendering = pool.renderPage(request('endless'));
  await pool.close();
  expect(await rendering).toMatchObject({ kind: 'not-rendered', cause: 'gateway' });
  await expect(pool.renderDocument(request('endless'))).rejects.toThrow('has been closed');
  expect(countProcesses()).toBe(before);
});

test.each([
  ['loop', 300, 'did not answer within'],
  // Node itself ends at the limit in several ways, also with SIGSEGV.
  [
    'buffers',
    300,
    'it used almost|it used more memory|did not answer within|allocation failed|its process ended with SIG',
  ],
  ['long', 30_000, 'it sent a message of more than 8 MB'],
])(
  'a document that breaks a limit ends its process, and the next process renders documents (%s)',
  async (name, documentTimeoutMs, reason) => {
    const { pool } = openPool({}, { limits: { ...liveLimits, documentTimeoutMs } });
    await pool.start();
    await expect(pool.renderDocument(request(name))).rejects.toThrow(new RegExp(reason));
    const isRendered = async () => Boolean(await pool.renderDocument(request('after')).catch(() => null));
    await waitUntil(isRendered, { message: 'the next process renders documents' });
  },
);

test('a shell that cannot be evaluated does not start', async () => {
  const readShell = async () => bundle('throw new Error("no window")');
  const { pool } = openPool({}, { code: { name: 'x', readShell, readPages: () => new Promise<never>(() => {}) } });
  await expect(pool.start()).rejects.toThrow('no window');
});
