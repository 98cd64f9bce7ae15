import { spawnSync } from 'node:child_process';
import { root } from '@shop/release-cli/build/workspace';
import { findOnPath } from '@shop/releases/smoke-test/find-chromium';
import { hasChromium } from '../browsers/find-browsers';
import { installNodeLts } from '../node-lts/node-lts';
import { getBin } from '../test-run/run-program';
import { listMissing } from './system-packages';

type Report = (line: string) => void;

/**
 * Installs what `npm test` needs and npm does not install. Nothing happens on a machine that has everything. Where a
 * program cannot be installed, a line says which tests are skipped.
 *
 * @param report Called with each line of progress.
 */
export function setUpMachine(report: Report): void {
  const isRoot = process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
  if (isRoot) installMissing(report);
  if (!hasChromium()) {
    report('Downloading Chromium with Playwright…');
    // It needs no root, its libraries do. Without a network nothing happens.
    spawnSync(getBin('playwright'), ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
    });
  }
  installNodeLts(report);
  reportMissing(report);
}

/** Installs the missing packages with apt-get. A package that cannot be installed is not an error. */
function installMissing(report: Report): void {
  const missing = listMissing();
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  report('Updating the list of system packages…');
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 });
  for (const { name, purpose, debian } of missing) {
    const isAvailable = (packages: readonly string[]) =>
      spawnSync('apt-cache', ['show', ...packages], { env, stdio: 'ignore' }).status === 0;
    const packages = debian.find(isAvailable);
    if (!packages) continue;
    report(`Installing ${packages.join(' ')}, once per machine (${purpose})`);
    // Waits while another process installs packages.
    const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];
    const { status } = spawnSync('apt-get', ['install', ...options, ...packages], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) report(`  ${name} could not be installed.`);
  }
}

/** Names the missing packages, what they are for and how to install them. */
function reportMissing(report: Report): void {
  const missing = listMissing();
  if (missing.length === 0) return;
  report('These programs are not installed, and the tests that need them are skipped:');
  for (const { name, purpose } of missing) report(`  ${name}: ${purpose}`);
  const packages = missing.flatMap(({ debian: [first = []] }) => first);
  report(`On Debian, run as root: apt-get install ${packages.join(' ')}`);
  if (!hasChromium()) report('On Ubuntu, Chromium comes with: sudo npx playwright install --with-deps chromium');
}
