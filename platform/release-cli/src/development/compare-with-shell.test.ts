import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBuiltRelease } from '@shop/releases/release/publish';
import { getShellContract } from '@shop/releases/release/shell-contract';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createShellComparison } from './compare-with-shell';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a shop that says of its shell what a function returns. @returns Its address. */
async function startShop(getContract: () => unknown): Promise<string> {
  const server = createServer((_request, response) => response.end(JSON.stringify(getContract())));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('names what the live shell lacks, prints it once, and says when the remote fits', async () => {
  const shell = await readBuiltRelease(writeFakeBuild({ app: 'shell', version: '1.6.0' }));
  let contract: object = getShellContract(shell);
  const lines: string[] = [];
  const compare = createShellComparison(await startShop(() => contract), (line) => lines.push(line));
  const key = '@shop/cart/use-cart';
  const { federationRuntime, remoteContract } = shell;
  const consumes = { [key]: { range: '^1.1.0', version: '1.1.0', exports: { useOrderedCart: '1.1.0' } } };
  const manifest = {
    app: 'mf-a',
    version: '0.2.0',
    entry: 'e.js',
    paths: {},
    consumes,
    federationRuntime,
    remoteContract,
  };
  const problem = expect.stringMatching(/^mf-a does not fit the live shell: 0\.2\.0 .*@shop\/cart\/use-cart/);
  expect(await compare(manifest)).toEqual([problem]);
  await compare(manifest);
  expect(lines).toEqual([problem]);
  contract = {
    ...contract,
    provides: { ...shell.provides, [key]: { version: '1.1.0', files: [], exports: { useOrderedCart: '1.1.0' } } },
  };
  expect(await compare(manifest)).toEqual([]);
  expect(lines.at(-1)).toBe('The remote fits the live shell.');
});

test('finds nothing in a shop that does not say what its shell offers', async () => {
  const compare = createShellComparison(await startShop(() => ({})), () => {});
  expect(await compare({ version: '1.0.0', entry: 'e.js', paths: {} })).toEqual([]);
});
