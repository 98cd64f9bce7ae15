import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findOnPath } from '@shop/releases/smoke-test/find-chromium';

const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** Browsers other than Chromium, as a system ships them; what is not there is undefined. */
interface Found {
  firefox: string | undefined;
  /** WebKitGTK's WebDriver, which brings its own browser and needs a display: Xvfb's, so that no window opens. */
  webkitDriver: string | undefined;
}

function find(): Found {
  const firefox = process.env.FIREFOX_PATH ?? ['firefox-esr', 'firefox'].map(findOnPath).find(Boolean);
  return {
    firefox: firefox ?? (existsSync(macFirefox) ? macFirefox : undefined),
    webkitDriver: findOnPath('xvfb-run') && findOnPath('WebKitWebDriver'),
  };
}

/** Installs what is missing from Debian's packages, where we may. */
function install(missing: string[], report: (line: string) => void): void {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return;
  report(`Installing ${missing.join(', ')} from the system’s packages…`);
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 300_000,
    }).status === 0;
  if (apt('update')) apt('install', '-y', '--no-install-recommends', ...missing);
}

/** How the purchase is started in the browsers that are there. */
export interface OtherBrowsers {
  /** One sentence for each browser that is not there and cannot be installed. */
  missing: string[];
  /** Starts Playwright; undefined when no browser is there. */
  run: { command: string; args: string[]; env: NodeJS.ProcessEnv } | undefined;
}

/**
 * Finds Firefox and WebKit, and installs Debian's packages of those that are missing.
 *
 * @param report  Told what is being installed.
 */
export function findOtherBrowsers(report: (line: string) => void): OtherBrowsers {
  const before = find();
  const packages = [
    ...(before.firefox ? [] : ['firefox-esr']),
    ...(before.webkitDriver ? [] : ['webkit2gtk-driver', 'xvfb', 'xauth']),
  ];
  if (packages.length > 0) install(packages, report);
  const { firefox, webkitDriver } = packages.length > 0 ? find() : before;
  const projects = [...(firefox ? ['firefox'] : []), ...(webkitDriver ? ['webkit'] : [])];
  const playwright = [
    path.join(root, 'node_modules/.bin/playwright'),
    ...['test', '--config', 'e2e/browsers.config.ts'],
    ...projects.flatMap((project) => ['--project', project]),
  ];
  const [command = '', ...args] = webkitDriver ? ['xvfb-run', '-a', ...playwright] : playwright;
  const env = { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: webkitDriver };
  return {
    missing: [
      ...(firefox ? [] : ['Firefox is left out: install firefox-esr, or set FIREFOX_PATH to its executable.']),
      ...(webkitDriver ? [] : ['WebKit is left out: install webkit2gtk-driver, xvfb and xauth (Debian’s names).']),
    ],
    run: projects.length > 0 ? { command, args, env } : undefined,
  };
}
