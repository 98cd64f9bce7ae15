import type { DevServerManifest } from '@shop/gateway/composition/dev-server-app';
import { checkFit, parseRemoteNeeds } from '@shop/releases/gates/check-fit';
import { readShellContract } from './live-shop';

/**
 * Creates the comparison of a build with the live shell, as `expectFits` makes it. It prints its result when that changes.
 *
 * @returns A function from the manifest of a build to its problems. It is empty also for a shop that does not say what its shell
 *   offers.
 */
export function createShellComparison(shopUrl: string, print: (line: string) => void) {
  let printed = '';
  return async (manifest: DevServerManifest): Promise<readonly string[]> => {
    const contract = await readShellContract(shopUrl).catch(() => null);
    if (!contract) return [];
    const found = await checkFit(parseRemoteNeeds(manifest), contract);
    const problems = found.map(
      ({ app, problem, remedy }) => `${app} does not fit the live shell: ${problem} → ${remedy}.`,
    );
    const text = problems.join('\n');
    if (text !== printed) print(text || 'The remote fits the live shell.');
    printed = text;
    return problems;
  };
}
