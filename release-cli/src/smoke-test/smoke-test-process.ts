import type { Problem } from '@shop/releases/gates/gate';
import type { SmokeTestCandidate } from '@shop/releases/gates/smoke-test.gate';
import { runBrowserSmokeTest } from '@shop/releases/smoke-test/browser-smoke-test';
import { getFirstLine } from '@shop/releases/smoke-test/error-message';
import { runServerSmokeTest } from '@shop/releases/smoke-test/server-smoke-test';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import type { StoreLocation } from '@shop/releases/store/store-location';
import { serveComposition } from './serve-composition';

/*
 * Boots one composition and says what went wrong in it: the gate `smoke-test` starts this as a process of its own, so that the
 * code of a release runs beside no signing key in memory, and cannot keep a command from ending.
 */

/** What the process is told to boot. */
export interface BootRequest {
  location: StoreLocation;
  candidate: SmokeTestCandidate;
  /** A Chromium; left out, the one that Playwright has downloaded. */
  executablePath?: string;
}

/** What came of it: problems of the composition, or why it could not be booted. */
export type BootAnswer = { problems: Problem[] } | { failure: string };

async function boot({ location, candidate, executablePath }: BootRequest): Promise<Problem[]> {
  const store = await createReleaseStore(location);
  const { live, problems } = await runServerSmokeTest(store, candidate);
  // What does not start on the server shows nothing new in a browser.
  return live && problems.length === 0 ? runBrowserSmokeTest(store, live, serveComposition, executablePath) : problems;
}

function answer(message: BootAnswer): void {
  process.send?.(message, () => process.exit(0));
}

process.once('message', (request: BootRequest) => {
  boot(request).then(
    (problems) => answer({ problems }),
    (error: unknown) => answer({ failure: getFirstLine(error) }),
  );
});
// Whoever asked is gone.
process.once('disconnect', () => process.exit(1));
