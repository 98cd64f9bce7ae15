import { readBuiltRelease } from '@shop/releases/release/publish';
import { getShellContract } from '@shop/releases/release/shell-contract';
import { type FakeBuildOptions, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { startTestServer } from '@shop/releases/testing/test-resources';
import { expectFits } from './expect-fits';

const cart = '@shop/cart/use-cart';
/** Starts a shop whose live shell has a build like this. @returns Its address. */
async function startShop(shell: Omit<FakeBuildOptions, 'app'> = {}): Promise<string> {
  const release = await readBuiltRelease(writeFakeBuild({ app: 'shell', ...shell }));
  return startServer(200, JSON.stringify(getShellContract(release)));
}

async function startServer(status: number, body: string): Promise<string> {
  const { origin } = await startTestServer((request, response) =>
    response.writeHead(request.url === '/-/shell-contract' ? status : 404).end(body),
  );
  return origin;
}

const remote = writeFakeBuild({
  app: 'mf-cart-checkout',
  version: '1.7.0',
  consumes: { [cart]: { range: '^1.1.0', version: '1.1.0', exports: { useOrderedCart: '1.1.0' } } },
});
const provide = (version: string, exports: Record<string, string>) => ({
  provides: { [cart]: { version, files: [], exports } },
});

test('accepts a build whose exports the live shell provides', async () => {
  const shop = await startShop(provide('1.1.0', { useCart: '1.0.0', useOrderedCart: '1.1.0' }));
  await expect(expectFits(remote, shop)).resolves.toBeUndefined();
});

test('names the export that the live shell does not provide', async () => {
  const shop = await startShop({ version: '1.6.0', ...provide('1.0.0', { useCart: '1.0.0' }) });
  await expect(expectFits(remote, shop)).rejects.toThrow(
    `mf-cart-checkout 1.7.0 does not fit the shop at ${shop}:\n  mf-cart-checkout: 1.7.0 uses useOrderedCart (since 1.1.0) of ${cart} 1.1.0, and shell 1.6.0 has ${cart} 1.0.0 without useOrderedCart`,
  );
});

test.each([
  ['has no live shell', 503, '', /responds with status 503: the shop has no live shell/],
  ['sends no contract', 200, '{"app":"shell"}', /shell-contract/],
])('says so when the shop %s', async (_what, status, body, message) => {
  await expect(expectFits(remote, await startServer(status, body))).rejects.toThrow(message);
});

test('says so when the shop does not respond, and when the folder has no build', async () => {
  await expect(expectFits(remote, 'http://127.0.0.1:1')).rejects.toThrow(/does not respond: check the address/);
  await expect(expectFits('/nowhere', await startShop())).rejects.toThrow('/nowhere has no build');
});
