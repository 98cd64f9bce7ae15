import { readBuiltRelease } from '@shop/releases/release/publish';
import { getShellContract } from '@shop/releases/release/shell-contract';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { startTestServer } from '@shop/releases/testing/test-resources';
import { createShellComparison } from './compare-with-shell';

/** Starts a shop that says of its shell what a function returns. @returns Its address. */
async function startShop(getContract: () => unknown): Promise<string> {
  return (await startTestServer((_request, response) => response.end(JSON.stringify(getContract())))).origin;
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
