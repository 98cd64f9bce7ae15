import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { readSettings, textSetting } from '@shop/server-settings/read-settings';
import { chromium } from 'playwright-core';
import * as v from 'valibot';

export const smokeTestVariables = {
  CHROMIUM_PATH: v.pipe(
    textSetting(undefined),
    v.description('Chromium of the smoke test; default that of the system or of Playwright'),
  ),
};

/** The headless shell first: Playwright prefers it too, and it needs a third less processor time. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export const findSystemBrowser = (): string | undefined =>
  readSettings(smokeTestVariables, process.env).CHROMIUM_PATH ?? systemNames.map(findOnPath).find(Boolean);

let isPlaywrightReady = false;

/** Whether Playwright's download is there and starts. Without root, Linux may lack its libraries. */
export function hasPlaywrightChromium(): boolean {
  const file = chromium.executablePath();
  isPlaywrightReady ||= existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
  return isPlaywrightReady;
}

/**
 * Finds a Chromium: that of `CHROMIUM_PATH`, the system's, or Playwright's download.
 *
 * @returns Path of the executable; undefined means Playwright's download.
 * @throws When there is none. The message says how to install one.
 */
export function findChromium(): string | undefined {
  const found = findSystemBrowser() ?? (existsSync(macChrome) ? macChrome : undefined);
  if (found || hasPlaywrightChromium()) return found;
  // A remote outside has this command too: npm installs it with @shop/release.
  throw new Error(
    'This machine has no Chromium: run "npx playwright-core install --with-deps chromium-headless-shell", or set CHROMIUM_PATH to the executable of one.',
  );
}
