import { execFileSync } from 'node:child_process';
import { publish } from '@shop/releases/release/publish';
import { createPreview } from '@shop/releases/signed-links/preview';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, createEchoShell, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** Processes of renderers that this process has started and that still run. */
const listRenderers = () =>
  execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('renderer-process.mjs'));

/** Opens a shop with the live shell "live" and a preview of a shell with the given code before and inside its rendering. */
async function openShopWithPreview({ onImport = '', onRender = '""' }: { onImport?: string; onRender?: string }) {
  const shop = await openTestGateway();
  await shop.promoteShell('live', '1.0.0');
  const server = `${onImport}
exports.provided = {};
exports.renderDocument = () => ({ status: 200, html: String(${onRender}), inlineScripts: [], apiOrigin: 'http://localhost:8044' });`;
  const appRoot = writeFakeBuild({ app: 'shell', version: '2.0.0', server });
  const shell = await publish(shop.environment.store, { appRoot, commit: '' });
  const { id } = await createPreview(shop.environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  const openPreview = () => shop.get('/', { cookie: `preview=${id}` });
  /** Milliseconds until the live shop answers. */
  const measureLive = async () => {
    const started = performance.now();
    expect((await shop.get('/')).json()).toMatchObject({ shell: 'live' });
    return performance.now() - started;
  };
  return { ...shop, openPreview, measureLive };
}

describe('a previewed shell', () => {
  it.each([
    ['on import', { onImport: 'for (;;);' }],
    ['while it renders', { onRender: '(() => { for (;;); })()' }],
  ])('that never ends %s leaves the live shop responsive and gets an error page', async (_when, code) => {
    const { openPreview, measureLive } = await openShopWithPreview(code);
    const preview = openPreview();
    expect(await measureLive()).toBeLessThan(1000);
    expect(await preview).toMatchObject({
      statusCode: 500,
      headers: { 'cache-control': 'no-store' },
      body: expect.stringMatching('^This preview cannot be shown: .*did not answer within.*Open /-/preview/end'),
    });
    expect(await measureLive()).toBeLessThan(1000);
  });

  it('reads neither the variables, the files nor the memory of the gateway, and starts no process', async () => {
    process.env.RENDERER_TEST_SECRET = 'a secret';
    const attempts = {
      variables: 'Object.keys(process.env).sort().join()',
      parentVariables: "require('fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8')",
      file: "require('fs').readFileSync('/etc/passwd', 'utf8')",
      write: "require('fs').writeFileSync('/tmp/renderer-test', '')",
      command: "require('child_process').execSync('id')",
      thread: "new (require('worker_threads').Worker)('', { eval: true })",
      signal: 'process.kill(process.ppid, 0)',
      debugger: 'process._debugProcess(process.ppid)',
    };
    const code = Object.entries(attempts).map(
      ([name, attempt]) => `try { results.${name} = String(${attempt}) } catch (error) { results.${name} = 'denied' }`,
    );
    const { openPreview } = await openShopWithPreview({
      onImport: `const results = {}; ${code.join('\n')}`,
      onRender: 'JSON.stringify(results)',
    });
    const response = await openPreview();
    delete process.env.RENDERER_TEST_SECRET;
    const denied = Object.fromEntries(Object.keys(attempts).map((name) => [name, 'denied']));
    expect(response.json()).toEqual({ ...denied, variables: 'NODE_ENV' });
  });

  it('is killed when it uses too much memory for buffers', async () => {
    const onRender =
      '(() => { globalThis.all = []; for (let i = 0; i < 8; i++) all.push(Buffer.alloc(64e6, 1)); for (;;); })()';
    const { openPreview, measureLive } = await openShopWithPreview({ onRender });
    const response = await openPreview();
    expect(response.statusCode).toBe(500);
    expect(response.body).toMatch(/it used more|did not answer within/);
    expect(await measureLive()).toBeLessThan(1000);
    await waitUntil(() => listRenderers().length === 1, { message: 'only the live shell runs' });
  });

  it('is stopped when its document is larger than a message may be', async () => {
    const { openPreview } = await openShopWithPreview({ onRender: "'x'.repeat(9 * 1024 * 1024)" });
    expect((await openPreview()).body).toContain('a message of more than 8 MB');
  });
});

describe('a live shell', () => {
  /** A shell that breaks at some addresses. */
  const breakingShell = `${createEchoShell('live')}
const { renderDocument } = exports;
exports.renderDocument = (request) => {
  if (request.pathname === '/loop') for (;;);
  if (request.pathname === '/exit') process.exit(3);
  return renderDocument(request);
};`;
  const openShop = async () => {
    const shop = await openTestGateway();
    const appRoot = writeFakeBuild({ app: 'shell', server: breakingShell });
    await shop.promoteRelease(await publish(shop.environment.store, { appRoot, commit: '' }));
    return shop;
  };

  it('that never ends is killed, and the waiting requests are answered by its next process', async () => {
    const { get, errors } = await openShop();
    const loop = get('/loop');
    const [looping, waiting] = await Promise.all([loop, get('/after')]);
    expect([looping.statusCode, waiting.statusCode]).toEqual([500, 200]);
    expect(waiting.json()).toMatchObject({ shell: 'live', pathname: '/after' });
    expect((await get('/')).statusCode).toBe(200);
    expect(errors).toEqual([expect.stringContaining('did not answer within')]);
  });

  it('that does not start leaves the last composition live', async () => {
    const shop = await openShop();
    const appRoot = writeFakeBuild({ app: 'shell', version: '2.0.0', server: 'throw new Error("no window")' });
    const broken = await publish(shop.environment.store, { appRoot, commit: '' });
    void shop.promoteRelease(broken).catch(() => {});
    await waitUntil(() => shop.errors.some((error) => error.includes('no window')), { message: 'the start failed' });
    expect((await shop.get('/')).json()).toMatchObject({ shell: 'live', seq: 1 });
  });
});
