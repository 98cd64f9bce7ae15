import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** The shell without windows first: it is what Playwright starts by itself, and takes a third less of the processor. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
/** Where macOS keeps Google Chrome. */
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @returns Path of an executable on PATH, when there is one. */
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

/** @returns Path of the Chromium that `CHROMIUM_PATH` names, or that the system has, when there is one. */
export const findSystemBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? systemNames.map(findOnPath).find(Boolean);

/** @returns True when Playwright has downloaded its own Chromium. */
export const hasPlaywrightChromium = (): boolean => existsSync(chromium.executablePath());

/**
 * Finds a Chromium: the one that `CHROMIUM_PATH` names, the system's, or Playwright's download.
 *
 * @returns Path of the executable; undefined when Playwright's own download is to be used.
 * @throws An error that says how to install one, when the machine has none.
 */
export function findChromium(): string | undefined {
  const found = findSystemBrowser() ?? (existsSync(macChrome) ? macChrome : undefined);
  if (found || hasPlaywrightChromium()) return found;
  throw new Error('This machine has no Chromium: run "npm run setup", or set CHROMIUM_PATH to the executable of one.');
}
