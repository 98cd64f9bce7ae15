import type { Problem } from '@shop/releases/gates/gate';
import type { SmokeTestCandidate } from '@shop/releases/gates/smoke-test.gate';
import { runBrowserSmokeTest } from '@shop/releases/smoke-test/browser-smoke-test';
import { getFirstLine } from '@shop/releases/smoke-test/error-message';
import { runServerSmokeTest } from '@shop/releases/smoke-test/server-smoke-test';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import type { StoreLocation } from '@shop/releases/store/store-location';
import { serveComposition } from './serve-composition';

/*
 * Entry of the smoke-test process. The code of a release runs here, away from the signing key in the memory of the parent,
 * and it cannot end the parent.
 */

/** Message from the parent. */
export interface SmokeTestRequest {
  location: StoreLocation;
  candidate: SmokeTestCandidate;
  /** Executable of a Chromium. Default: Playwright's download. */
  executablePath?: string;
}

/** Message to the parent: problems of the composition, or the reason why the test could not run. */
export type SmokeTestReply = { problems: Problem[] } | { failure: string };

async function runSmokeTest({ location, candidate, executablePath }: SmokeTestRequest): Promise<Problem[]> {
  const store = await createReleaseStore(location);
  const { live, problems } = await runServerSmokeTest(store, candidate);
  // A browser adds no finding to a composition that does not start on the server.
  return live && problems.length === 0 ? runBrowserSmokeTest(store, live, serveComposition, executablePath) : problems;
}

function reply(message: SmokeTestReply): void {
  process.send?.(message, () => process.exit(0));
}

process.once('message', (request: SmokeTestRequest) => {
  runSmokeTest(request).then(
    (problems) => reply({ problems }),
    (error: unknown) => reply({ failure: getFirstLine(error) }),
  );
});
// The parent has ended.
process.once('disconnect', () => process.exit(1));
