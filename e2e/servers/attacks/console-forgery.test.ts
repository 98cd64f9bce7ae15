import { createTestConsole, env } from '@shop/release-console/server/testing/test-console';
import { listFailures } from '../../fixtures/list-failures';
import { consoleCalls } from './console-calls';

const host = '127.0.0.1:3300';
const origin = `http://${host}`;

const lock = { env, seq: 1, app: '*', reason: 'x' };
const id = '00000000-0000-4000-8000-000000000000';
/** Method, address and a valid body of each call that changes something. */
const changes = [
  ...consoleCalls.map(({ call, url, body }) => {
    const [method = '', route = ''] = call.split(' ');
    return { method, url: url ?? route, body: body?.({ seq: 1, forced: id, proposed: id, schedule: id }) ?? {} };
  }),
  { method: 'DELETE', url: '/api/session', body: {} },
].filter(({ method }) => method !== 'GET');
const reads = consoleCalls.flatMap(({ call, url }) =>
  call.startsWith('GET /api/') ? [url ?? call.slice('GET '.length)] : [],
);

interface Forged {
  headers: Record<string, string>;
  /** Replaces the JSON body. */
  payload?: (body: object) => string;
}

const encodeForm = (body: object) =>
  new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** Requests that another page makes a signed-in browser send. */
const crossSite: Readonly<Record<string, Forged>> = {
  'no origin': { headers: { host, origin: '' } },
  'the origin null of a sandboxed frame': { headers: { host, origin: 'null' } },
  'another origin': { headers: { host, origin: 'https://evil.example' } },
  'another port of this machine': { headers: { host, origin: 'http://127.0.0.1:3000' } },
  'another name for this machine as origin': { headers: { host, origin: 'http://localhost:3300' } },
  'the origin with https': { headers: { host, origin: `https://${host}` } },
  "an origin that starts with the console's": { headers: { host, origin: `${origin}.evil.example` } },
  "an origin with the console's as user": { headers: { host, origin: `http://${host}@evil.example` } },
  'an origin in capital letters': { headers: { host, origin: origin.toUpperCase() } },
  'an origin with a path': { headers: { host, origin: `${origin}/` } },
  'two origins': { headers: { host, origin: `https://evil.example, ${origin}` } },
  'a Referer in place of the origin': { headers: { host, origin: '', referer: `${origin}/` } },
  'a form': {
    headers: { host, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: encodeForm,
  },
  "a form of the console's origin": {
    headers: { host, origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: encodeForm,
  },
  'JSON as plain text': {
    headers: { host, origin, 'content-type': 'text/plain' },
    payload: (body) => JSON.stringify(body),
  },
  'JSON in a multipart form': {
    headers: { host, origin, 'content-type': 'multipart/form-data; boundary=x' },
    payload: (body) => `--x\r\n\r\n${JSON.stringify(body)}\r\n--x--`,
  },
};

/** Requests under a foreign name that points to this machine. */
const hosts = [
  'localhost:3300',
  '127.0.0.1',
  'evil.example:3300',
  'evil.example',
  '127.0.0.1.evil.example:3300',
  'localhost.evil.example:3300',
  '127.0.0.1@evil.example:3300',
  '0.0.0.0:3300',
  '[::ffff:7f00:1]:3300',
  '127.1:3300',
  '2130706433:3300',
  '127.0.0.1%00.evil.example',
  '192.168.0.10:3300',
  'LOCALHOST.:3300',
];
const rebound: Readonly<Record<string, Forged>> = Object.fromEntries(
  hosts.map((name) => [`the host ${name}`, { headers: { host: name, origin: `http://${name}` } }]),
);

const isUnauthorized = ({ statusCode }: { statusCode: number }) => statusCode === 401;

describe('the release console', () => {
  it.each([
    ['of other pages', crossSite],
    ['under a foreign name', rebound],
  ])('refuses every change %s with the cookie of a signed-in person', async (_what, forgeries) => {
    const { app, as, newest, store } = await createTestConsole();
    const { cookie } = await as('ravi');
    const before = await store.list('preview/');
    const results: [string, boolean][] = [];
    for (const { method, url, body } of changes) {
      for (const [name, { headers, payload }] of Object.entries(forgeries)) {
        const response = await app.inject({
          method: method as 'POST',
          url,
          headers: { cookie, ...headers },
          payload: payload ? payload(body) : body,
        });
        const isRefused = [400, 403, 415, 421].includes(response.statusCode) && !response.headers['set-cookie'];
        results.push([`${method} ${url}: ${name}: ${response.statusCode}`, isRefused]);
      }
    }
    expect((await newest()).entry.seq).toBe(1);
    expect(await store.list('preview/')).toEqual(before);
    expect((await app.inject({ url: '/api/state', headers: { host, cookie } })).statusCode).toBe(200);
    expect(listFailures(results)).toEqual([]);
  });

  it('accepts the same change from its own page, so that a refusal means something', async () => {
    const { as, newest } = await createTestConsole();
    const response = await (await as('ravi')).post('/api/lock', lock);
    expect([response.statusCode, (await newest()).entry.seq]).toEqual([200, 2]);
  });

  it('refuses reads of other sites and under foreign names', async () => {
    const { app, as } = await createTestConsole();
    const { cookie } = await as('ravi');
    const results: [string, boolean][] = [];
    for (const url of reads) {
      for (const site of ['cross-site', 'same-site']) {
        const headers = { host, cookie, 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' };
        const { statusCode, headers: answered } = await app.inject({ url, headers });
        const isReadable = answered['access-control-allow-origin'] !== undefined;
        results.push([`${url}: ${site}: ${statusCode}`, statusCode === 403 && !isReadable]);
      }
      for (const name of hosts) {
        const { statusCode } = await app.inject({ url, headers: { host: name, cookie } });
        results.push([`${url}: ${name}: ${statusCode}`, statusCode === 421 || statusCode === 400]);
      }
    }
    expect(listFailures(results)).toEqual([]);
  });

  it('refuses a read and a change without a valid session', async () => {
    const { app, as, ravi } = await createTestConsole();
    const { cookie } = await as('ravi');
    const [name = '', id = ''] = cookie.split('=');
    const scope = { apps: ['*'], environments: ['*'], may: ['lock'] };
    const { token } = (await ravi.post('/api/tokens', { name: 'x', days: 1, scope })).json();
    await app.inject({ method: 'DELETE', url: '/api/session', headers: { host, origin, cookie } });
    const cookies = {
      'no cookie': '',
      'a session that was ended': cookie,
      'an empty session': `${name}=`,
      'an invented session': `${name}=${'A'.repeat(id.length)}`,
      'the token of a person as session': `${name}=${token}`,
      'a name from the prototype': `${name}=__proto__`,
      'a huge session': `${name}=${'x'.repeat(8000)}`,
      'the session in another cookie': `session=${id}`,
    };
    const results: [string, boolean][] = [];
    for (const [what, value] of Object.entries(cookies)) {
      const read = await app.inject({ url: '/api/state', headers: { host, cookie: value } });
      const headers = { host, origin, cookie: value };
      const change = await app.inject({ method: 'POST', url: '/api/lock', headers, payload: lock });
      results.push([`${what}: ${read.statusCode} ${change.statusCode}`, [read, change].every(isUnauthorized)]);
    }
    expect(listFailures(results)).toEqual([]);
  });

  it('refuses methods that a header or a parameter overrides', async () => {
    const { app, as, newest } = await createTestConsole();
    const { cookie } = await as('ravi');
    const results: [string, boolean][] = [];
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const headers = { host, cookie, [header]: 'POST', 'content-type': 'application/json' };
      const { statusCode } = await app.inject({ url: '/api/lock', headers, payload: JSON.stringify(lock) });
      results.push([header, statusCode === 404]);
    }
    for (const url of ['/api/lock?_method=POST', '/api/lock?method=POST', '/api/session?_method=DELETE']) {
      const { statusCode } = await app.inject({ url, headers: { host, cookie } });
      results.push([url, statusCode === 404 || url.startsWith('/api/session')]);
    }
    for (const method of ['PUT', 'PATCH', 'OPTIONS'] as const) {
      const headers = { host, origin, cookie };
      const { statusCode } = await app.inject({ method, url: '/api/lock', headers, payload: lock });
      results.push([method, statusCode === 404]);
    }
    expect((await newest()).entry.seq).toBe(1);
    expect((await app.inject({ url: '/api/state', headers: { host, cookie } })).statusCode).toBe(200);
    expect(listFailures(results)).toEqual([]);
  });
});
