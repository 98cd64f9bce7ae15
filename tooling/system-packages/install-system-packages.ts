import type { Apt } from './apt';
import type { SystemPackage } from './system-packages';

interface Choice extends SystemPackage {
  /** The first of the package's choices that this Debian has. */
  available: readonly string[];
}

const isMissing = ({ isInstalled, isPreferredInstalled }: SystemPackage) =>
  !isInstalled() || isPreferredInstalled?.() === false;

/**
 * Installs the missing packages in one apt-get transaction. A package that cannot be installed is no error: the tests
 * that need it are skipped and counted.
 *
 * @param report Called with each line of progress.
 */
export async function installSystemPackages(
  packages: readonly SystemPackage[],
  apt: Apt,
  report: (line: string) => void,
): Promise<void> {
  const missing = packages.filter(isMissing);
  if (missing.length === 0) return;
  report('Updating the list of system packages…');
  apt.update();
  const choices = missing.flatMap((wanted): Choice[] => {
    const available = wanted.debian.find(apt.areAvailable);
    return available ? [{ ...wanted, available }] : [];
  });
  if (choices.length === 0) return;
  report('Installing system packages, once per machine:');
  for (const { name, purpose, available } of choices) report(`  ${name}: ${available.join(' ')} (${purpose})`);
  const all = choices.flatMap(({ available }) => available);
  if (await apt.install(all, report)) return;
  // One package that fails fails the transaction. The others are installed without it.
  for (const { name, available } of choices) {
    if (!(await apt.install(available, () => undefined))) report(`  ${name} could not be installed.`);
  }
}

/** @returns Lines that name the missing packages, what they are for and how to install them; none when all are there. */
export function describeMissing(packages: readonly SystemPackage[]): string[] {
  const missing = packages.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return [];
  const debian = missing.flatMap(({ debian: [first = []] }) => first);
  return [
    'These programs are not installed, and the tests that need them are skipped:',
    ...missing.map(({ name, purpose }) => `  ${name}: ${purpose}`),
    `On Debian, run as root: apt-get install ${debian.join(' ')}`,
  ];
}
