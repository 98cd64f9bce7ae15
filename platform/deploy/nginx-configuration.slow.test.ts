import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { closeTestGateways, openTestGateway } from '@shop/gateway/testing/test-gateway';
import { promote } from '@shop/releases/actions/promote';
import { getReleasePrefix } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { findFreePort } from '@shop/releases/testing/free-port';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { formatNginxConfiguration } from './nginx-configuration';
import { openFakeGateway } from './testing/fake-gateway';
import { closeEdges, createNginxFolder, hasNginx, openEdge, stopNginx } from './testing/nginx';
import { type RawResponse, rawRequest } from './testing/raw-request';
import { createShellBundle } from './testing/shell-build';

const describeWithNginx = hasNginx() ? describe : describe.skip;

afterEach(closeEdges);

describeWithNginx('nginx', () => {
  describe('before a gateway', () => {
    const store = createFileSystemStore(createTestFolder());
    const environment = createTestEnvironment(store);
    let release = '';
    let gateway = '';
    /** Ends the hang of a release store: gateways would search it for minutes, beyond the end of the test. */
    let endHang = () => {};

    /** Starts a gateway over a release store. @returns Its `host:port`. */
    const startGateway = async (from: ReleaseStore) => {
      const { listen } = await openTestGateway({ environment: { ...environment, store: from }, isInProcess: true });
      return `127.0.0.1:${await listen()}`;
    };

    const publishShell = (content: string, version: string) => {
      const texts = { hi: { Cart: 'कार्ट' } };
      return publishBuild(store, { app: 'shell', version, content, server: createShellBundle(content), texts });
    };

    beforeAll(async () => {
      const shell = await publishShell('one', '1.0.0');
      release = `/${getReleasePrefix(shell)}`;
      await promote(environment, [shell], testAuthor, passingGates);
      gateway = await startGateway(store);
    });

    afterAll(async () => {
      endHang();
      await closeTestGateways();
    });

    /** Headers that matter to a browser. nginx may add validators and byte ranges. */
    const comparedHeaders = [
      ...['content-type', 'content-encoding', 'cache-control', 'vary', 'access-control-allow-origin'],
      ...[
        'cross-origin-resource-policy',
        'content-security-policy',
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
      ],
    ];
    const summarize = ({ status, headers, body }: RawResponse) => ({
      status,
      headers: Object.fromEntries(comparedHeaders.map((name) => [name, headers.get(name)])),
      body: body.toString('base64'),
    });

    it('serves releases exactly as the gateway does', async () => {
      const nginx = await openEdge([gateway]);
      for (const encoding of ['gzip, deflate, br, zstd', 'gzip', 'gzip, br;q=0', '']) {
        for (const name of [
          ...['main.js', 'main.js?x=1', 'missing.js', 'main.js.br', 'main.js.map', 'main.JS', '.hidden.js'],
          ...['texts/shell.hi.json', 'texts/shell.ta.json'],
          ...['release.json', 'node/server.cjs', 'node/server.js', '%6dain.js', ''],
        ]) {
          const headers: Record<string, string> = encoding ? { 'accept-encoding': encoding } : {};
          const expected = summarize(await rawRequest(`http://${gateway}`, release + name, { headers }));
          const answer = summarize(await rawRequest(nginx.origin, release + name, { headers }));
          expect({ name, encoding, ...answer }).toEqual({ name, encoding, ...expected });
        }
      }
      const wanted = await rawRequest(nginx.origin, `${release}main.js`, { headers: { 'accept-encoding': 'br' } });
      expect(wanted.headers.get('cache-control')).toEqual(['public, max-age=31536000, immutable']);
      expect(brotliDecompressSync(wanted.body).toString()).toBe('/* one */');
      const texts = await rawRequest(nginx.origin, `${release}texts/shell.hi.json`, {
        headers: { 'accept-encoding': 'br' },
      });
      expect(texts.headers.get('content-encoding')).toEqual(['br']);
      expect(JSON.parse(brotliDecompressSync(texts.body).toString())).toEqual({ Cart: 'कार्ट' });
      const secrets = [`${release}../../../env/production/HEAD.json`, '/env/production/HEAD.json', '/r/../env/'];
      for (const secret of secrets) {
        expect((await rawRequest(nginx.origin, secret)).body.toString()).not.toContain('"signature"');
      }
    });

    it('serves a file that only a preview names to the browser with the link, and stores no copy', async () => {
      const nginx = await openEdge([gateway]);
      const next = await publishShell('next', '9.0.0');
      const { id } = await createPreview(environment, { shell: next, remotes: [] }, { by: 'asha', duration: 60_000 });
      const address = `/${getReleasePrefix(next)}main.js`;
      const request = async (headers: Record<string, string>) => {
        const { status, body } = await rawRequest(nginx.origin, address, { headers });
        return [status, body.toString()];
      };
      expect(await request({ cookie: `preview=${id}` })).toEqual([200, '/* next */']);
      expect(await request({})).toEqual([404, 'No such file in a release of this shop.']);
      expect(await request({ cookie: `preview=${id}` })).toEqual([200, '/* next */']);
    });

    it('serves documents while the release store hangs, also under requests for unknown files and previews', async () => {
      await promote(environment, [await publishShell('two', '2.0.0')], testAuthor, {
        ...passingGates,
        canary: { share: 0, staff: true },
      });
      let isHanging = false;
      const hang = new Promise<void>((resolve) => {
        endHang = resolve;
      });
      const hanging: ReleaseStore = {
        ...store,
        get: async (key) => {
          if (isHanging) await hang;
          return store.get(key);
        },
      };
      const gateways = await Promise.all([startGateway(hanging), startGateway(hanging)]);
      const nginx = await openEdge(gateways, { trusted: ['127.0.0.1'] });
      isHanging = true;
      const requestStatus = async (address: string, headers: Record<string, string>) =>
        (await rawRequest(nginx.origin, address, { headers })).status;
      const asked = fromNetworks.flatMap((from, index) => {
        const id = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`;
        return [
          requestStatus(`/r/shell/9.9.${index}-0123456789ab/main.js`, { ...from, 'accept-encoding': 'br' }),
          requestStatus('/products', { ...from, cookie: `preview=${id}; staff=${id}` }),
        ];
      });
      expect(new Set(await Promise.all(asked))).toEqual(new Set([500, 200]));
      for (const [address, status] of [
        ['/products', 200],
        // The store API is down too.
        ['/sitemap.xml', 503],
        ['/products', 200],
      ] as const) {
        const answers = await Promise.all(fromNetworks.map((from) => requestStatus(address, from)));
        expect([address, ...new Set(answers)]).toEqual([address, status]);
      }
    });

    it('sends each header of a document once', async () => {
      const nginx = await openEdge([gateway]);
      const { headers } = await rawRequest(nginx.origin, '/hi/products');
      for (const [name, values] of headers) expect([name, values.length]).toEqual([name, 1]);
      expect(headers.get('content-language')).toEqual(['hi-IN']);
      expect(headers.get('x-content-type-options')).toEqual(['nosniff']);
      expect(headers.get('content-security-policy')).toHaveLength(1);
    });
  });

  it('serves a cached file when no gateway answers', async () => {
    const fake = await openFakeGateway(() => true, { 'cache-control': 'public, max-age=31536000, immutable' });
    const nginx = await openEdge([fake.address]);
    const file = '/r/shell/1.0.0-0123456789ab/main.js';
    expect((await rawRequest(nginx.origin, file)).status).toBe(200);
    await fake.close();
    expect((await rawRequest(nginx.origin, file)).status).toBe(200);
    expect((await rawRequest(nginx.origin, '/')).status).toBe(503);
  });

  it.each([
    '/r%2Fshell%2F1.0.0-0123456789ab%2Fmain.js',
    '/%72/shell/1.0.0-0123456789ab/main.js',
    '/x/../r/shell/1.0.0-0123456789ab/main.js',
    '/x%2F..%2Fr/shell/1.0.0-0123456789ab/main.js',
    '/x%3F%2F..%2Fr%2Fshell%2F1.0.0-0123456789ab%2Fmain.js',
    '//r/shell/1.0.0-0123456789ab/main.js',
    '/r//shell/1.0.0-0123456789ab/main.js',
  ])('stores no document under the address of a file: %s', async (spelling) => {
    const fake = await openFakeGateway(() => true, { 'cache-control': 'public, max-age=0, s-maxage=60' });
    const nginx = await openEdge([fake.address]);
    await rawRequest(nginx.origin, spelling);
    const file = await rawRequest(nginx.origin, '/r/shell/1.0.0-0123456789ab/main.js');
    expect(file.body.toString()).toBe('answer 2');
    await fake.close();
  });

  it.each([
    ['a query of 3,000 characters', '?q='.padEnd(3000, 'x'), 1500],
    ['the longest address', '?q='.padEnd(8000, 'x'), 8000],
  ])('a response to %s does not count as a failed gateway', async (_what, query, headerLength) => {
    const policy = 'x'.repeat(headerLength);
    const fake = await openFakeGateway(() => true, { 'content-security-policy': policy });
    const nginx = await openEdge([fake.address]);
    const request = async (target: string) => (await rawRequest(nginx.origin, target)).status;
    for (const target of ['/products', '/r/shell/1.0.0-0123456789ab/main.js', '/-/search']) {
      // nginx skips a gateway after two failures.
      for (let count = 0; count < 2; count++) expect([target, await request(target + query)]).toEqual([target, 200]);
    }
    expect(await request('/')).toBe(200);
    await fake.close();
  });

  it('tries another gateway after a failure, and never repeats a POST', async () => {
    const [failing, healthy] = [await openFakeGateway(() => false), await openFakeGateway(() => true)];
    const nginx = await openEdge([failing.address, healthy.address], { trusted: ['127.0.0.1'] });
    for (const headers of fromNetworks) {
      expect((await rawRequest(nginx.origin, '/products', { headers })).status).toBe(200);
    }
    expect(failing.count()).toBeGreaterThan(0);
    await healthy.close();

    const other = await openFakeGateway(() => false);
    const posts = await openEdge([failing.address, other.address]);
    const before = failing.count() + other.count();
    expect((await rawRequest(posts.origin, '/-/telemetry', { method: 'POST' })).status).toBe(503);
    expect(failing.count() + other.count()).toBe(before + 1);
  });

  it('sends all requests of one network to one gateway, also for an IPv6 /48', async () => {
    const gateways = await Promise.all([1, 2, 3].map(() => openFakeGateway(() => true)));
    const addresses = gateways.map(({ address }) => address);
    const nginx = await openEdge(addresses, { trusted: ['127.0.0.1'] });
    const findAnsweringGateway = async (address: string) => {
      const before = gateways.map(({ count }) => count());
      await rawRequest(nginx.origin, '/products', { headers: { 'x-forwarded-for': address } });
      return gateways.findIndex(({ count }, index) => count() > (before[index] ?? 0));
    };
    const used = new Set<number>();
    for (const { 'x-forwarded-for': address } of fromNetworks) {
      const first = await findAnsweringGateway(address);
      expect(await findAnsweringGateway(address)).toBe(first);
      used.add(first);
    }
    expect(used.size).toBe(3);
    for (const [site, rest] of [
      ['2001:db8:17', [':1::5', '::', ':ffff:1:2:3:4', ':0:0:5::1']],
      ['2001:db8', ['::1', ':0:9:1:2:3:4', '::9:0:0:7']],
      ['2a01', ['::1', ':0:0:9:1:2:3:4']],
    ] as const) {
      const gatewaysOfSite = new Set<number>();
      for (const end of rest) gatewaysOfSite.add(await findAnsweringGateway(site + end));
      expect([site, gatewaysOfSite.size]).toEqual([site, 1]);
    }
  });

  it('tries another gateway when one accepts a request and never answers', async () => {
    const [hanging, healthy] = [await openFakeGateway(() => 'never'), await openFakeGateway(() => true)];
    const nginx = await openEdge([hanging.address, healthy.address], { trusted: ['127.0.0.1'] });
    const answers = await Promise.all(
      fromNetworks.map((headers) => rawRequest(nginx.origin, '/products', { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual(fromNetworks.map(() => 200));
    expect(hanging.count()).toBeGreaterThan(0);
  });

  it('answers 503 with Retry-After and a page that opens again when no gateway answers', async () => {
    const nginx = await openEdge([`127.0.0.1:${await findFreePort()}`]);
    for (const url of ['/', '/r/shell/1.0.0-0123456789ab/main.js']) {
      const { status, headers, body } = await rawRequest(nginx.origin, url);
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, ['3'], ['no-store']]);
      expect(body.toString()).toContain('<meta http-equiv="refresh" content="3">');
    }
  });

  it('logs no query, and no id of a preview or staff link, neither when it is forwarded nor when no gateway answers', async () => {
    const secret = '7f3c9a52-0000-4000-8000-000000000000';
    const fake = await openFakeGateway(() => true);
    const accessLog = path.join(createTestFolder(), 'access.log');
    const port = await findFreePort();
    const nginx = await openEdge([fake.address], { accessLog, storeApi: { port, servers: [fake.address] } });
    const targets = [
      ...[`/-/preview/${secret}`, `/-/preview/${secret}?from=${secret}`, `/-/staff/${secret}`],
      ...[`/%2d/preview/${secret}`, `//-//pre%76iew/${secret}`, `/x/../-/staff/${secret}`],
    ];
    const requestAll = async () => {
      for (const target of [...targets, '/products?page=2']) await rawRequest(nginx.origin, target);
      await rawRequest(`http://127.0.0.1:${port}`, '/api/v1/orders/TT-1?contactInfo=asha%40example.com');
    };
    await requestAll();
    await fake.close();
    await requestAll();
    // nginx rejects it before it knows the address.
    await rawRequest(nginx.origin, `/-/preview/${secret} x`).catch(() => null);
    await nginx.stop();
    const lines = readFileSync(accessLog, 'utf8').split('\n');
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(lines.filter((line) => /"GET \/-\/(preview|staff)\/- HTTP\/1.1" (200|503) /.test(line))).toHaveLength(12);
    for (const path of ['/products', '/api/v1/orders/TT-1']) {
      expect(lines.filter((line) => line.includes(`"GET ${path} HTTP/1.1" `))).toHaveLength(2);
    }
    expect(nginx.getErrors()).toContain('/products?page=2');
    for (const text of [secret, 'asha']) expect(nginx.getErrors()).not.toContain(text);
  });

  it('uses no folder besides its own, so that it starts with a read-only disk', () => {
    const settings = { port: 8080, gateways: ['10.0.0.1:3000'], folder: '/srv/edge', trusted: [] };
    const configuration = formatNginxConfiguration(settings);
    // Folders that nginx was built with. It creates each at its start.
    const { stderr } = spawnSync('/usr/sbin/nginx', ['-V'], { encoding: 'utf8' });
    const built = [...stderr.matchAll(/--http-([a-z-]+-temp-path)=/g)].map(([, name = '']) =>
      name.replaceAll('-', '_'),
    );
    expect(built).toContain('fastcgi_temp_path');
    for (const name of built) expect(configuration).toContain(`  ${name} /srv/edge/`);
  });

  it('serves the store API through the server that responds, with the address and scheme of the shopper', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const api = await openFakeGateway(({ headers }) => seen.push(headers) > 0);
    const closed = await openFakeGateway(() => true);
    await closed.close();
    const port = await findFreePort();
    await openEdge(['127.0.0.1:9'], {
      trusted: ['127.0.0.1'],
      storeApi: { port, servers: [closed.address, api.address] },
    });
    const origin = `http://127.0.0.1:${port}`;
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    };
    for (let index = 0; index < 6; index++) {
      expect(await rawRequest(origin, '/api/v1/orders', { method: 'POST', headers })).toMatchObject({ status: 200 });
    }
    expect(seen).toHaveLength(6);
    expect(seen[0]).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
    expect(seen[0]).not.toHaveProperty('x-forwarded-host');
    await api.close();
    // The pages of the shop call it from another origin, with cookies.
    const shop = { origin: 'https://shop.example' };
    const { status, body, headers: sent } = await rawRequest(origin, '/api/v1/orders', { headers: shop });
    expect([status, JSON.parse(String(body))]).toEqual([503, { error: expect.stringContaining('try again') }]);
    expect(Object.fromEntries(sent)).toMatchObject({
      'access-control-allow-origin': ['https://shop.example'],
      'access-control-allow-credentials': ['true'],
      'access-control-expose-headers': ['retry-after'],
      vary: ['Origin'],
    });
    const preflight = await rawRequest(origin, '/api/v1/orders', { method: 'OPTIONS', headers: shop });
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-methods': ['GET, HEAD, POST'],
        'access-control-allow-headers': ['content-type, authorization, idempotency-key'],
      }),
    ]);
  });

  it.each([
    ['', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9'],
    ['10.0.0.0/8,127.0.0.0/8', '203.0.113.9'],
  ])('edge.sh trusts the proxies "%s", so the shopper has the address %s', async (proxies, address) => {
    const seen: IncomingHttpHeaders[] = [];
    const gateway = await openFakeGateway(({ headers }) => seen.push(headers) > 0);
    const folder = createNginxFolder();
    const settings = {
      port: await findFreePort(),
      gateways: [gateway.address],
      folder,
      trusted: [],
      trustFolder: folder,
    };
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(file, formatNginxConfiguration(settings));
    const env = { ...process.env, NGINX: '/usr/sbin/nginx', TRUST_FOLDER: folder, TRUSTED_PROXIES: proxies };
    const child = spawn('sh', [path.join(import.meta.dirname, 'edge.sh'), '-p', '/usr/share/nginx', '-c', file], {
      env,
    });
    try {
      const origin = `http://127.0.0.1:${settings.port}`;
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      await waitUntil(() => rawRequest(origin, '/', { headers }).catch(() => null), { message: 'nginx answers' });
      expect(seen[0]?.['x-forwarded-for']).toBe(address);
    } finally {
      await stopNginx(child, folder);
    }
  });

  it('edge.sh refuses a trusted proxy that is not an address', () => {
    const env = { PATH: process.env.PATH, TRUST_FOLDER: createTestFolder(), TRUSTED_PROXIES: 'a; }' };
    const { status, stderr } = spawnSync('sh', [path.join(import.meta.dirname, 'edge.sh')], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('TRUSTED_PROXIES has "a;": give addresses')]);
  });

  it.each([
    ['no load balancer', [], false],
    ['another load balancer', ['10.0.0.0/8'], false],
    ['the load balancer in front', ['127.0.0.0/8'], true],
  ])(
    'trusts scheme, address and trace context of a request only when it trusts %s, and no host',
    async (_what, trusted, isTrusted) => {
      const received: IncomingMessage['headers'][] = [];
      const fake = await openFakeGateway(({ headers }) => received.push(headers) > 0);
      const nginx = await openEdge([fake.address], { trusted });
      const claim = {
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.7',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        tracestate: 'balancer=1',
      };
      const headers = { ...claim, host: 'shop.example', 'x-forwarded-host': 'evil.example' };
      for (const target of ['/', '/sitemap.xml', '/r/shell/1.0.0-0123456789ab/main.js', '/-/preview/x']) {
        await rawRequest(nginx.origin, target, { headers });
      }
      const own = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '127.0.0.1' };
      const expected = { ...(isTrusted ? claim : own), host: 'shop.example', 'x-request-id': expect.any(String) };
      const compared = received.map(({ connection: _, 'accept-encoding': __, ...rest }) => rest);
      expect(compared).toEqual(Array.from({ length: 4 }, () => expected));
    },
  );

  it.each([
    ['https,http', 'https'],
    ['HTTPS , http', 'https'],
    ['http, https', 'http'],
    ['httpsx', 'http'],
    ['javascript', 'http'],
  ])('forwards the scheme "%s" of load balancers in a row as %s', async (claim, scheme) => {
    const received: IncomingMessage['headers'][] = [];
    const fake = await openFakeGateway(({ headers }) => received.push(headers) > 0);
    const nginx = await openEdge([fake.address], { trusted: ['127.0.0.0/8'] });
    await rawRequest(nginx.origin, '/', { headers: { 'x-forwarded-proto': claim } });
    expect(received.map((headers) => headers['x-forwarded-proto'])).toEqual([scheme]);
  });
});

/** Headers of requests from twenty networks, as a load balancer forwards them. */
const fromNetworks = Array.from({ length: 20 }, (_, index) => ({ 'x-forwarded-for': `203.0.113.${index}` }));
