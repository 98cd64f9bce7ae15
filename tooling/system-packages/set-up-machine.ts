import { downloadChromium, hasChromium } from '../browsers/chromium';
import { installNodeLts } from '../node-lts/node-lts';
import { findApt } from './apt';
import { describeMissing, installSystemPackages } from './install-system-packages';
import { systemPackages } from './system-packages';

/**
 * Installs what `npm test` needs and npm does not install. Nothing happens on a machine that has everything. Where a
 * program cannot be installed, a line says which tests are skipped.
 *
 * @param report Called with each line of progress.
 */
export async function setUpMachine(report: (line: string) => void): Promise<void> {
  const apt = findApt();
  if (apt) await installSystemPackages(systemPackages, apt, report);
  if (!hasChromium()) {
    report('Downloading Chromium with Playwright…');
    downloadChromium();
  }
  installNodeLts(report);
  for (const line of describeMissing(systemPackages)) report(line);
}
