import { assertFits } from '@shop/releases/gates/check-fit';
import { readBuiltRelease } from '@shop/releases/release/publish';
import { parseShellContract, shellContractPath } from '@shop/releases/release/shell-contract';

const timeoutMs = 10_000;

/**
 * Asserts that the build of a remote fits the shell that a shop serves now: its version of the remote contract, and every export
 * of shared modules that the build uses. It needs no release store and no key.
 *
 * @param appRoot Folder of the remote, with a build in `dist`.
 * @param shopUrl Address of the shop, such as `https://staging.shop.example`.
 * @throws When the build does not fit: the message names the remote, its version, the export and the remedy. Also when there is no
 *   build, and when the shop does not respond.
 * @example
 * import { expectFits } from '@shop/release/expect-fits';
 * test('the build fits the live shop', () => expectFits('.', 'https://shop.example'));
 */
export async function expectFits(appRoot: string, shopUrl: string): Promise<void> {
  const url = new URL(shellContractPath, shopUrl).href;
  const remote = await readBuiltRelease(appRoot);
  const contract = parseShellContract(await download(url), url);
  await assertFits(remote, contract, `${remote.app} ${remote.version}`, `the shop at ${shopUrl}`);
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((cause: unknown) => {
    throw new Error(`${url} does not respond: check the address of the shop.`, { cause });
  });
  if (!response.ok) {
    throw new Error(`${url} responds with status ${response.status}: the shop has no live shell.`);
  }
  return new Uint8Array(await response.arrayBuffer());
}
