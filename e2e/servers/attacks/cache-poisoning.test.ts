import { formatRequest, openRawConnection, type RawRequest } from '@shop/gateway/testing/raw-connection';
import { closeTestGateways, openTestGateway, type TestGateway } from '@shop/gateway/testing/test-gateway';
import { listFailures } from '../../fixtures/list-failures';

const evil = 'evil.example';

/** Headers that a cache must not mix into the answer of another visitor. */
const hostileHeaders: readonly (readonly (readonly [string, string])[])[] = [
  [],
  [['X-Forwarded-Host', evil]],
  [
    ['X-Forwarded-Proto', 'https'],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Prefix', '/evil'],
  ],
  [['Forwarded', `for=1.2.3.4;host=${evil};proto=https`]],
  [
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Real-IP', '203.0.113.9'],
    ['True-Client-IP', '203.0.113.9'],
  ],
  [
    ['X-Original-URL', '/evil'],
    ['X-Rewrite-URL', '/evil'],
    ['X-Forwarded-Path', '/evil'],
  ],
  [
    ['X-Host', evil],
    ['X-HTTP-Host-Override', evil],
    ['X-Forwarded-Server', evil],
  ],
  [
    ['X-HTTP-Method-Override', 'POST'],
    ['X-HTTP-Method', 'HEAD'],
  ],
  [['Accept-Encoding', 'gzip']],
  [['Accept-Encoding', 'br;q=1, gzip;q=0.5']],
  [['Accept-Encoding', 'identity;q=0']],
  [['Accept-Encoding', 'x'.repeat(5000)]],
  [
    ['Accept', 'application/json'],
    ['Accept-Language', 'xx'],
    ['User-Agent', '<script>hit()</script>'],
  ],
  [['Cookie', 'visitor=x; staff=x; preview=x; auth_token=secret']],
  [['Cookie', `visitor=${'a'.repeat(36)}`]],
  [['Authorization', 'Bearer secret']],
  [['Range', 'bytes=0-3']],
  [
    ['Range', 'bytes=0-0,2-2'],
    ['If-Range', '"x"'],
  ],
  [
    ['If-None-Match', '*'],
    ['If-Modified-Since', 'Thu, 01 Jan 2099 00:00:00 GMT'],
  ],
  [
    ['Cache-Control', 'no-cache, no-store'],
    ['Pragma', 'no-cache'],
  ],
  [
    ['Origin', `https://${evil}`],
    ['Referer', `https://${evil}/`],
  ],
  [
    ['Connection', 'close, X-Forwarded-Host'],
    ['X-Forwarded-Host', evil],
  ],
  [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['X-Empty', ''],
  ],
];

/** Forms of one address. `path` is the address of the innocent visitor. */
const hostileTargets: readonly ((path: string) => string)[] = [
  (path) => `${path}?utm_source=${evil}&x=<script>`,
  (path) => `${path}?page=1&page=2&PAGE=3&page[]=4`,
  (path) => `${path}?`,
  (path) => `${path}#fragment`,
  (path) => `${path}?x#y`,
  (path) => `${path}/`,
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX-Evil:%201`,
  (path) => `${path};jsessionid=1`,
  (path) => `${path}/../${path.slice(1)}`,
  (path) => `/./${path.slice(1)}`,
  (path) => `//${evil}${path}`,
  (path) => `http://${evil}${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('a', '%61'),
  (path) => `${path}\\..\\evil`,
  (path) => `${path}?${'x'.repeat(4000)}`,
];
const methods = ['GET', 'HEAD', 'POST', 'PURGE'];

afterEach(closeTestGateways);

/**
 * Opens a gateway whose documents contain the request that they were rendered for. The clock of its cache stands still. A
 * renderer process would make another document on a busy machine, because its time is limited.
 */
async function openCachingGateway(): Promise<TestGateway & { port: number }> {
  const gateway = await openTestGateway({ isInProcess: true, pageCacheBytes: 1024 * 1024, now: () => 1_000_000 });
  await gateway.promoteShell('live', '1.0.0');
  return { ...gateway, port: await gateway.listen() };
}

async function send(port: number, request: RawRequest): Promise<string> {
  const connection = openRawConnection(port, 15_000);
  try {
    const { status, headers, body } = await connection.send(formatRequest(request), request.method === 'HEAD');
    // These differ in each answer.
    const {
      date: _date,
      age: _age,
      connection: _connection,
      'keep-alive': _keepAlive,
      'x-request-id': _id,
      ...rest
    } = headers;
    return JSON.stringify([status, rest, body]);
  } catch {
    // A request that is not valid HTTP may end without an answer.
    return 'closed';
  } finally {
    connection.close();
  }
}

/** Each header with the plain address and one with a query, and each form of the address: the cache reads both apart. */
const listAttacks = (path: string): RawRequest[] => [
  ...['', '?utm_source=x'].flatMap((query) =>
    hostileHeaders.flatMap((headers) => methods.map((method) => ({ method, target: path + query, headers }))),
  ),
  ...hostileTargets.flatMap((toTarget) => methods.map((method) => ({ method, target: toTarget(path) }))),
];

const innocent = (path: string): RawRequest => ({
  method: 'GET',
  target: path,
  headers: [['Accept-Encoding', 'identity']],
});

describe('the page cache of the gateway', () => {
  it('gives an innocent visitor the bytes of a new gateway before and after every hostile request', async () => {
    const { port } = await openCachingGateway();
    const template = await send(port, innocent('/a-template'));
    expect(template).toContain('"shell\\":\\"live');
    const results: [string, boolean][] = [];
    for (const [index] of listAttacks('/').entries()) {
      const path = `/a-cold${index}`;
      const attack = listAttacks(path)[index] as RawRequest;
      const normalize = (text: string) =>
        text
          .replaceAll(path, '/a-template')
          .replace(/"etag":"[^,]*,/, '')
          .replace(/"content-length":"\d+",?/, '');
      // First for a page that no visitor opened, then for the page in the cache.
      for (const state of ['empty', 'filled']) {
        await send(port, attack);
        const answer = await send(port, innocent(path));
        const name = `${state}: ${JSON.stringify(attack).slice(0, 300)} ${answer}`;
        results.push([name, normalize(answer) === normalize(template)]);
      }
    }
    expect(listFailures(results).slice(0, 3)).toEqual([]);
  }, 600_000);
});
