import { existsSync } from 'node:fs';
import { findOnPath } from '@shop/releases/smoke-test/find-chromium';

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
