import { startTestServer } from '@shop/releases/testing/test-resources';
import { listWaitAddresses } from '../host/settings';
import { createLiveShop } from '../testing/terminal';
import { waitForShop } from './wait-for-shop';

/** Starts a gateway with these answers to `/readyz`, one after the other. The last one stays. */
async function startGateway(...answers: object[]): Promise<string> {
  const { origin } = await startTestServer(({ url }, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    response.writeHead(url === '/readyz' ? 200 : 404).end(JSON.stringify(answer));
  });
  return origin;
}

const serves = (change: number | null, environment = 'production') => ({ environment, change });

test('--wait ends a promotion, a rollout and a rollback when the shop serves the change', async () => {
  const { runOk, runJson } = await createLiveShop();
  const shopUrl = await startGateway(serves(null), serves(1), serves(2), serves(3), serves(4));
  const wait = `--wait --shop-url ${shopUrl}`;
  expect(await runOk(`promote mf-a@1.1.0 --canary 10 ${wait}`)).toMatch(
    new RegExp(`canary: 10 % of the visitors get mf-a .*\n${shopUrl} serves change 2\\.$`),
  );
  expect(await runOk(`rollout complete --reason x ${wait}`)).toContain(`${shopUrl} serves change 3.`);
  expect(await runJson(`rollback ${wait}`)).toMatchObject({ head: { seq: 4 }, isServed: true });
});

test('--wait fails with exit code 1 for a shop of another environment, and the change stays', async () => {
  const { run, runOk } = await createLiveShop();
  const shopUrl = await startGateway(serves(9, 'staging'));
  expect(await run(`promote mf-a@1.1.0 --wait --shop-url ${shopUrl}`)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(
      `Change 2 of production is signed and stored, and ${shopUrl} serves the environment staging: look at the log`,
    ),
  });
  expect(await runOk('status')).toMatch(/mf-a +1\.1\.0/);
});

test.each([
  [serves(1), 'serves change 1'],
  [{ ready: true, composition: 2 }, 'does not say which change it serves'],
])('a shop that answers %j does not serve change 2 in time', async (answer, problem) => {
  const shopUrl = await startGateway(answer);
  expect(await waitForShop({ addresses: [shopUrl], env: 'production', seq: 2, timeoutMs: 150 })).toBe(
    `${shopUrl} ${problem}`,
  );
});

test('several gateways serve a change when each one does that responds', async () => {
  const [first, second] = [await startGateway(serves(2)), await startGateway(serves(1), serves(2))];
  const stopped = 'http://127.0.0.1:9';
  const wait = (addresses: string[], timeoutMs = 5000) =>
    waitForShop({ addresses, env: 'production', seq: 2, timeoutMs });
  expect(await wait([first, stopped, second])).toBeNull();
  const old = await startGateway(serves(1));
  expect(await wait([first, old], 150)).toBe(`${old} serves change 1`);
  expect(await wait([stopped], 150)).toBe(`${stopped} does not say which change it serves`);
});

test('GATEWAY_URLS names the gateways for a command that cannot reach the shop, and --shop-url another shop', () => {
  const { SHOP_URL, GATEWAY_URLS } = process.env;
  Object.assign(process.env, { SHOP_URL: 'https://shop.example', GATEWAY_URLS: 'http://gateway-1:3000' });
  try {
    expect(listWaitAddresses('https://shop.example')).toEqual(['http://gateway-1:3000']);
    expect(listWaitAddresses('https://staging.shop.example')).toEqual(['https://staging.shop.example']);
  } finally {
    Object.assign(process.env, { SHOP_URL: SHOP_URL ?? '', GATEWAY_URLS: GATEWAY_URLS ?? '' });
  }
});
