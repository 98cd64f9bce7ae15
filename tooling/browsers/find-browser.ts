import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findChromium, findOnPath, hasPlaywrightChromium } from '@shop/releases/smoke-test/find-chromium';

function succeeds(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0;
}

/**
 * Finds a Chromium for the browser tests: the system's own, else Playwright's download, else Debian's package.
 *
 * @returns Path of the executable, or undefined when Playwright's own is to be used.
 * @throws A sentence that says how to get one, when there is none and none can be installed.
 */
export async function findBrowser(report: (line: string) => void): Promise<string | undefined> {
  try {
    return findChromium();
  } catch {
    return installChromium(report);
  }
}

function installChromium(report: (line: string) => void): string | undefined {
  report('Downloading Chromium…');
  if (succeeds(path.join(root, 'node_modules/.bin/playwright'), ['install', 'chromium']) && hasPlaywrightChromium())
    return undefined;
  report('Installing Chromium from the system’s packages…');
  if (succeeds('apt-get', ['update'])) {
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (succeeds('apt-get', ['install', '-y', '--no-install-recommends', name])) return findOnPath(name);
    }
  }
  throw new Error(
    'No Chromium was found and none could be installed: install one, or set CHROMIUM_PATH to its executable.',
  );
}
