import { spawnSync } from 'node:child_process';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { openPageShop, page, patientLimits, shortLimits, startStoreApi } from './testing/page-shop';

afterEach(closeTestGateways);

describe('a page', () => {
  it('is rendered by the remote of its path with the data of the store API, without credentials', async () => {
    const { storeApiUrl, requests } = await startStoreApi(() => ({ status: 404, body: '{"error":"gone"}' }));
    const { get } = await openPageShop(
      {
        a: `const headers = { authorization: 'Bearer x', cookie: 'a=b' };
            const response = await fetch(new Request('http://localhost:8044/api/v1/products?page=2', { headers }));
            const text = [response.status, response.headers.get('content-type'), await response.text(), request.search].join();
            return ${page('text')};`,
      },
      { storeApiUrl },
    );
    const answers = await Promise.all([get('/a?b=c#d'), get('/a?b=c')]);
    for (const { statusCode, body } of answers) {
      expect([statusCode, body]).toEqual([200, '404,application/json,{"error":"gone"},?b=c']);
    }
    expect(requests.map(({ target }) => target)).toEqual(['/api/v1/products?page=2']);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });

  it('waits for data while the same process renders other pages', async () => {
    let respond = () => {};
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const { get } = await openPageShop(
      {
        slow: `await fetch('http://localhost:8044/api/v1/x').catch(() => {}); return ${page("'slow'")};`,
        quick: `return ${page("'quick'")};`,
      },
      {
        readData: async () => {
          await released;
          return { status: 200, contentType: '', body: '' };
        },
      },
    );
    const slow = get('/slow');
    expect((await get('/quick')).body).toBe('quick');
    respond();
    expect((await slow).body).toBe('slow');
  });

  it('redirects to a path of the shop only', async () => {
    const { get } = await openPageShop({
      a: `return { kind: 'redirect', location: '/product/b?c=ü' };`,
      b: `return { kind: 'redirect', location: '//evil.example/' };`,
      c: `return { kind: 'redirect', location: '/\\\\evil.example' };`,
    });
    const redirect = await get('/a');
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, '/product/b?c=%C3%BC']);
    for (const path of ['/b', '/c']) expect((await get(path)).body).toBe('client-rendered');
  });

  it('is client-rendered when its data is missing or its query is very long, which is not a failure', async () => {
    const { get, errors } = await openPageShop({
      a: `return { kind: 'unavailable', reason: 'no data' };`,
      b: `return ${page("'rendered'")};`,
    });
    for (let index = 0; index < 8; index++) expect((await get('/a')).body).toBe('client-rendered');
    expect((await get(`/b?${'x'.repeat(5000)}`)).body).toBe('client-rendered');
    expect((await get('/b?%ff&&=%00')).body).toBe('rendered');
    expect(errors).toEqual([]);
  });
});

describe('a remote', () => {
  it.each([
    ['throws', `throw new Error('broken')`],
    ['never ends', 'for (;;);'],
    ['never resolves', 'return new Promise(() => {});'],
    ['ends its process', 'process.exit(3);'],
    ['uses too much memory', 'const all = []; for (;;) all.push(new Array(1000).fill(all.length));'],
    ['returns no page', 'return 1;'],
    [
      'changes global objects',
      `JSON.stringify = () => 'x'; Array.prototype.map = null; Promise.resolve = null; return 1;`,
    ],
  ])('that %s gets the client-rendered document, and the next page is rendered', async (_what, code) => {
    const { get } = await openPageShop({ bad: code, good: `return ${page("'rendered'")};` }, { limits: shortLimits });
    const isClientRendered = async () => {
      const { statusCode, body } = await get('/bad');
      expect(body).not.toBe('rendered');
      return statusCode === 200 && body === 'client-rendered';
    };
    // Until the next process runs, the gateway has no document.
    await waitUntil(isClientRendered, { message: 'the document without content is served' });
    await waitUntil(async () => (await get('/good')).body === 'rendered', { message: 'the next page is rendered' });
  });
});

test('a process that waits for a processor is not a failure of its composition', async () => {
  const limits = { ...patientLimits, renderTimeoutMs: 300, firstRenderTimeoutMs: 300 };
  const { errors, get } = await openPageShop({ a: `return ${page("'rendered'")};` }, { limits });
  const findRenderer = (parent: number) => {
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' });
    return Number.parseInt(stdout.split('\n').find((line) => line.includes('renderer-process')) ?? '', 10);
  };
  const command = findRenderer(process.pid);
  // With a namespace of processes, Node is the child of the command.
  const pid = findRenderer(command) || command;
  process.kill(pid, 'SIGSTOP');
  setTimeout(() => process.kill(pid, 'SIGCONT'), 10 * limits.renderTimeoutMs);
  expect((await get('/a')).body).toBe('client-rendered');
  Object.assign(limits, patientLimits);
  await waitUntil(async () => (await get('/a')).body === 'rendered', { message: 'the page is rendered' });
  expect(errors).toEqual([]);
});

test('a shell of an older contract is not a failure: browsers render its pages', async () => {
  const { errors, get, promoteShell, watcher } = await openTestGateway({ limits: patientLimits });
  await promoteShell('one', '1.0.0');
  await watcher.current()?.renderer.whenPrepared();
  expect((await get('/')).json()).toMatchObject({ shell: 'one' });
  expect(errors).toEqual([]);
});
