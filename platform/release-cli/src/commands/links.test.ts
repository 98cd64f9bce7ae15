import { startTestServer } from '@shop/releases/testing/test-resources';
import { createLiveShop } from '../testing/terminal';

test('preview prints a link, and gc keeps the previewed release', async () => {
  const { runJson, run, runOk } = await createLiveShop();
  const { link, id, expiresAt, remotes } = await runJson(
    'preview mf-a@1.1.0 --ttl 30m --shop-url https://shop.example/',
  );
  expect(link).toBe(`https://shop.example/-/preview/${id}`);
  expect(remotes).toContainEqual(expect.objectContaining({ app: 'mf-a', version: '1.1.0' }));
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(25);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(await runOk('gc --keep-days 0')).toBe('  4 releases remain');
  expect((await run('preview mf-a@1.1.0 --ttl soon')).output).toContain('--ttl is "soon": give minutes, hours or days');
});

test('staff-link prints a link with an expiry date', async () => {
  const { runJson } = await createLiveShop();
  const { link, id, expiresAt } = await runJson('staff-link --ttl 2d --shop-url https://shop.example');
  expect(link).toBe(`https://shop.example/-/staff/${id}`);
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(2, 1);
});

/** Starts a development server. @returns Its address. */
async function serve(manifest: object): Promise<string> {
  return (await startTestServer((_request, response) => response.end(JSON.stringify(manifest)))).origin;
}

const manifest = {
  ...{ app: 'mf-a', kind: 'remote', version: '1.2.0', entry: 'remote-entry.js', global: 'mf_a_1_2_0' },
  paths: { home: { pattern: '/a', access: 'open' } },
  ...{ consumes: {}, federationRuntime: '2.9.2+thin', testedFederationRuntimes: '~2.9.2', contractRequired: '^1.0.0' },
};

/** Opens a shop whose staging environment has a live shell. */
async function openStaging() {
  const shop = await createLiveShop();
  await shop.runOk('promote shell@1.0.0 mf-a@1.0.0 mf-payment@1.0.0 --env staging --reason opening');
  return shop;
}

test('override-link signs what a composition needs of the remote that a development server serves', async () => {
  const shop = await openStaging();
  const address = await serve(manifest);
  const {
    link,
    id,
    env,
    shop: origin,
    remote,
    expiresAt,
  } = await shop.runJson(
    `override-link mf-a --to ${address} --env staging --ttl 30m --shop-url https://staging.shop.example/`,
  );
  expect(link).toBe(`https://staging.shop.example/-/override/${id}`);
  expect({ env, origin, remote }).toEqual({
    env: 'staging',
    origin: 'https://staging.shop.example',
    remote: {
      name: 'mf-a',
      version: '1.2.0',
      base: `${address}/`,
      entry: 'remote-entry.js',
      global: 'mf_a_1_2_0',
      paths: [{ id: 'home', pattern: '/a', access: 'open' }],
      slots: [],
      links: [],
    },
  });
  expect((Date.parse(expiresAt) - Date.now()) / 60_000).toBeCloseTo(30, 0);
});

test.each([
  ['https://staging.shop.example', "is not on the visitor's machine: give a server on 127.0.0.1 or localhost"],
  ['http://127.0.0.1.evil.example', "is not on the visitor's machine"],
  ['http://[::1]:3101', "is not on the visitor's machine"],
  ['http://asha:secret@127.0.0.1:3101', 'contains a user name or password: leave both out'],
  ['https://127.0.0.1:3101', 'has the scheme https:: give an http address'],
  ['http://127.0.0.1:3101/x', 'has a path or a query: give the address alone'],
  ['127.0.0.1', 'is not an address'],
])('override-link refuses the address %s', async (address, message) => {
  const shop = await createLiveShop();
  const { exitCode, output } = await shop.run(`override-link mf-a --env staging --to ${address}`);
  expect([exitCode, output]).toEqual([2, expect.stringContaining(message)]);
});

test('override-link refuses a server of another app, one that does not respond, and a link for more than a day', async () => {
  const shop = await openStaging();
  const address = await serve(manifest);
  const run = async (line: string) => (await shop.run(`override-link ${line} --env staging`)).output;
  expect(await run(`mf-payment --to ${address}`)).toContain(`${address}/ serves mf-a, not mf-payment`);
  expect(await run('mf-a --to http://127.0.0.1:9')).toContain('start the development server of mf-a first');
  expect(await run(`mf-a --to ${address} --ttl 2d`)).toContain('--ttl is more than a day: give 1d or less.');
});

test('override-link refuses a remote that does not fit the live shell', async () => {
  const shop = await openStaging();
  const consumes = { '@shop/cart/use-cart': { range: '^9.0.0', version: '9.0.0', exports: {} } };
  const address = await serve({ ...manifest, consumes });
  const { exitCode, output } = await shop.run(`override-link mf-a --to ${address} --env staging`);
  expect(exitCode).toBe(1);
  expect(output).toContain('mf-a does not fit shell 1.0.0 of staging:\n  mf-a: 1.2.0 needs @shop/cart/use-cart ^9.0.0');
});
