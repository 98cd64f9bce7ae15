import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { liveLimits } from './renderer-limits';
import { createRendererPool, type RendererPool } from './renderer-pool';

/** Megabytes of the heap of the process. A page holds four of them. */
const maxHeapMb = 32;
const forLong = 600_000;
const page = `return { kind: 'page', document: { status: 200, html: '', inlineScripts: [], apiOrigin: 'http://localhost' } };`;

/** Code of pages by what they do. `hold` is a function that holds the memory of the page. */
const pages: Readonly<Record<string, string>> = {
  'sets a timeout': `setTimeout(hold, ${forLong}); ${page}`,
  'sets an interval': `setInterval(hold, ${forLong}); ${page}`,
  'sets a timeout of a module': `require('node:timers').setTimeout(hold, ${forLong}); ${page}`,
  'waits for a timeout': `require('timers/promises').setTimeout(${forLong}).then(hold); ${page}`,
  'repeats an immediate': `const repeat = () => setImmediate(repeat, hold()); repeat(); ${page}`,
  'limits the time of a signal': `AbortSignal.timeout(${forLong}).addEventListener('abort', hold); ${page}`,
  'combines signals': `AbortSignal.any([new AbortController().signal, AbortSignal.timeout(${forLong})]).onabort = hold; ${page}`,
  'opens a channel': `if (globalThis.MessageChannel) new MessageChannel().port1.onmessage = hold; ${page}`,
  'requests data': `setTimeout(hold, ${forLong}); await fetch('http://localhost/' + search); ${page}`,
  'waits for a timer of its module': `setTimeout(hold, ${forLong}); await isReady; ${page}`,
  throws: `setTimeout(hold, ${forLong}); throw new Error('broken');`,
  redirects: `setTimeout(hold, ${forLong}); return { kind: 'redirect', location: '/b' };`,
  'lacks data': `setTimeout(hold, ${forLong}); return { kind: 'unavailable', reason: 'no data' };`,
};
const names = Object.keys(pages);

const bundle = (code: string) => ({ code, filename: 'server.cjs', base: '/r/app/1/' });
const errors: string[] = [];
let pool: RendererPool;

beforeAll(async () => {
  const shell = createFakeShellBundle({
    renderPage: (request, { loadRemote }) =>
      (loadRemote(request.pathname.slice(1)) as unknown as { render: (request: object) => never }).render(request),
  });
  const remotes = Object.values(pages).map((code, index) => [
    `mf-${index}`,
    bundle(`const isReady = new Promise((resolve) => setTimeout(resolve, 50));
    exports.render = async ({ search }) => {
      const numbers = new Array(2 ** 19).fill(0.5);
      const hold = () => numbers.length;
      ${code}
    };`),
  ]);
  pool = createRendererPool({
    code: {
      name: 'the renderer',
      readShell: async () => bundle(shell),
      readPages: async () => ({ remotes: Object.fromEntries(remotes), styleSheets: {} }),
    },
    warmUpRequests: [],
    limits: { ...liveLimits, maxHeapMb, renderTimeoutMs: 10_000, firstRenderTimeoutMs: 10_000, pageWaitMs: 10_000 },
    readData: async () => ({ status: 200, contentType: 'application/json', body: '{}' }),
    onError: ({ message }) => errors.push(message),
  });
  pool.resize(1);
  await pool.whenPrepared();
});
afterAll(() => pool.close());

test.each(names)('a page that %s leaves nothing in its process', async (name) => {
  errors.length = 0;
  for (let index = 0; index < maxHeapMb / 2; index++) {
    const result = await pool.renderPage({
      composition: { seq: 1, env: 'production', shell: {} as never, remotes: [] },
      pathname: `/mf-${names.indexOf(name)}`,
      search: `?${index}`,
      hostname: 'localhost',
      settings: { orderAmounts: 'rupee', publicUrl: 'http://localhost' },
      // A circuit breaker counts the failures of each remote.
      route: { remote: `${name} ${index}`, path: 'home', params: {} },
    });
    expect(result).not.toMatchObject({ cause: 'gateway' });
  }
  expect(errors).toEqual([]);
});
