import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import type { RunSmokeTest } from '@shop/releases/smoke-test/smoke-test.gate';
import type { StoreLocation } from '@shop/releases/store/store-location';

const defaultTimeoutMs = 300_000;

export interface SmokeTestOptions {
  location: StoreLocation;
  /** Finds the executable of a Chromium. Its error says how to install one. Default: the machine's Chromium. */
  findBrowser?: () => string | undefined;
  timeoutMs?: number;
}

/**
 * Creates the smoke test of a release store: it starts a composition on a server and in a browser. The code of the composition runs
 * in the processes of a gateway's renderer and in the browser only, never in this process.
 *
 * @returns Resolves to the problems of the composition. Rejects when the test cannot run or times out.
 */
export const createSmokeTest =
  ({ location, findBrowser = findChromium, timeoutMs = defaultTimeoutMs }: SmokeTestOptions): RunSmokeTest =>
  async (candidate, live) => {
    const executablePath = findBrowser();
    // Commands without a smoke test load neither a gateway nor Playwright.
    const { testCandidate } = await import('./test-candidate');
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const problems = await testCandidate(location, candidate, { live, executablePath, signal });
      signal.throwIfAborted();
      return problems;
    } catch (error) {
      throw signal.aborted ? new Error(`it timed out after ${timeoutMs / 1000} s`) : error;
    }
  };
