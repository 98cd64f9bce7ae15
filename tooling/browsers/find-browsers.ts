import { existsSync } from 'node:fs';
import { findChromium, findOnPath } from '@shop/releases/smoke-test/find-chromium';

/** Whether the machine has a Chromium: the system's, or the one that Playwright downloaded. */
export function hasChromium(): boolean {
  try {
    findChromium();
    return true;
  } catch {
    return false;
  }
}

/**
 * Process variables with which Playwright starts the right Chromium.
 *
 * @throws An error that says how to install one when the machine has no Chromium.
 */
export function chromiumVariables(): NodeJS.ProcessEnv {
  const executable = findChromium();
  return executable ? { CHROMIUM_PATH: executable } : {};
}

const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** @returns Path of the executable: `FIREFOX_PATH`, or the system's Firefox. Undefined without one. */
export function findFirefox(): string | undefined {
  const onPath = ['firefox-esr', 'firefox'].map(findOnPath).find(Boolean);
  return process.env.FIREFOX_PATH || onPath || (existsSync(macFirefox) ? macFirefox : undefined);
}

/**
 * Finds WebKitGTK's WebDriver, which starts its own browser. The browser needs a display, so Xvfb must be installed too.
 *
 * @returns Path of the driver. Undefined when the driver or Xvfb is missing.
 */
export function findWebKitDriver(): string | undefined {
  return findOnPath('xvfb-run') && findOnPath('WebKitWebDriver');
}
