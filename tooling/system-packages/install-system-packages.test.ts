import type { Apt } from './apt';
import { createProgressReporter } from './apt';
import { describeMissing, installSystemPackages } from './install-system-packages';
import type { SystemPackage } from './system-packages';

let installed: Set<string>;
let calls: string[][];
let lines: string[];
const report = (line: string) => lines.push(line);

beforeEach(() => {
  installed = new Set();
  calls = [];
  lines = [];
});

/** A Debian that offers some packages, and whose apt-get fails when one of `broken` is among those to install. */
function aDebian({ offers, broken = [] }: { offers: string[]; broken?: string[] }): Apt {
  return {
    update: () => calls.push(['update']),
    areAvailable: (packages) => packages.every((name) => offers.includes(name)),
    install: async (packages) => {
      calls.push(['install', ...packages]);
      if (packages.some((name) => broken.includes(name))) return false;
      for (const name of packages) installed.add(name);
      return true;
    },
  };
}

function aPackage(name: string, ...debian: string[][]): SystemPackage {
  const isInstalled = () => debian.some((choice) => choice.every((one) => installed.has(one)));
  return { name, purpose: `tests of ${name}`, debian, isInstalled };
}

const database = aPackage('database', ['database-server']);
const browser = aPackage('browser', ['browser-shell'], ['browser', 'browser-fonts']);

test('installs every missing package in one transaction and reports what each is for', async () => {
  await installSystemPackages([database, browser], aDebian({ offers: ['database-server', 'browser-shell'] }), report);
  expect(calls).toEqual([['update'], ['install', 'database-server', 'browser-shell']]);
  expect(lines).toContain('  database: database-server (tests of database)');
  expect(describeMissing([database, browser])).toEqual([]);
});

test('does not start apt-get when every package is installed', async () => {
  installed.add('database-server');
  await installSystemPackages([database], aDebian({ offers: ['database-server'] }), report);
  expect({ calls, lines }).toEqual({ calls: [], lines: [] });
});

test('takes the second choice where the first is not available', async () => {
  await installSystemPackages([browser], aDebian({ offers: ['browser', 'browser-fonts'] }), report);
  expect(calls.at(-1)).toEqual(['install', 'browser', 'browser-fonts']);
});

test('installs the preferred choice when only another one is installed', async () => {
  installed.add('browser').add('browser-fonts');
  const preferred = { ...browser, isPreferredInstalled: () => installed.has('browser-shell') };
  await installSystemPackages([preferred], aDebian({ offers: ['browser-shell'] }), report);
  expect(calls.at(-1)).toEqual(['install', 'browser-shell']);
});

test('installs the other packages when one of them fails, and names the one that failed', async () => {
  const debian = aDebian({ offers: ['database-server', 'browser-shell'], broken: ['database-server'] });
  await installSystemPackages([database, browser], debian, report);
  expect(lines).toContain('  database could not be installed.');
  expect(browser.isInstalled()).toBe(true);
});

test('names each missing program, its tests and the command that installs it', () => {
  expect(describeMissing([database, browser])).toEqual([
    'These programs are not installed, and the tests that need them are skipped:',
    '  database: tests of database',
    '  browser: tests of browser',
    'On Debian, run as root: apt-get install database-server browser-shell',
  ]);
});

test('reports the progress of apt-get every 25 per cent', () => {
  const reportProgress = createProgressReporter(report);
  for (const percent of ['3.1', '26.0', '31.5', '80.2', '100.0']) reportProgress(`dlstatus:1:${percent}:Retrieving`);
  reportProgress('pmstatus:nginx-light:50.0000:Unpacking nginx-light');
  expect(lines).toEqual(['  downloaded 25 %', '  downloaded 75 %', '  downloaded 100 %', '  installed 50 %']);
});
