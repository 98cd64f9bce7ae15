import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';

/** Whether the machine has a Chromium: the system's, or the one that Playwright downloaded. */
export function hasChromium(): boolean {
  try {
    findChromium();
    return true;
  } catch {
    return false;
  }
}

/** Lets Playwright download its Chromium, which needs no root. Without a network nothing happens. */
export function downloadChromium(): void {
  const playwright = path.join(root, 'node_modules/.bin/playwright');
  spawnSync(playwright, ['install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
}

/**
 * Process variables with which Playwright starts the right Chromium.
 *
 * @throws An error that names `npm run setup` when the machine has no Chromium.
 */
export function chromiumVariables(): NodeJS.ProcessEnv {
  const executable = findChromium();
  return executable ? { CHROMIUM_PATH: executable } : {};
}
