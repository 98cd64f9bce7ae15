import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './apps';

/** The shell without windows first: it is what Playwright starts by itself, and takes a third less of the processor. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
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

/** The Chromium that Playwright itself has downloaded, if it has. */
function findDownloaded(): boolean {
  const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test');
  return existsSync(chromium.executablePath());
}

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
  const found = findSystemBrowser();
  if (found) return found;
  if (existsSync(macChrome)) return macChrome;
  if (findDownloaded()) return undefined;
  report('Downloading Chromium…');
  if (succeeds(path.join(root, 'node_modules/.bin/playwright'), ['install', 'chromium']) && findDownloaded())
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
