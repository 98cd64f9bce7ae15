import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './apps';
import { findOnPath } from './find-browser';

const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** A Firefox of the system; Debian's package is installed when there is none and we may. */
function findFirefox(): string | undefined {
  const find = () => process.env.FIREFOX_PATH ?? ['firefox-esr', 'firefox'].map(findOnPath).find(Boolean);
  const found = find() ?? (process.platform === 'darwin' ? macFirefox : undefined);
  if (found || process.getuid?.() !== 0) return found;
  console.log('Installing Firefox from the system’s packages…');
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (apt('update')) apt('install', '-y', '--no-install-recommends', 'firefox-esr');
  return find();
}

/** `npm run test:browsers` buys something in browsers other than Chromium. */
const firefox = findFirefox();
if (!firefox) {
  console.error('No Firefox was found: install one, or set FIREFOX_PATH to its executable.');
  process.exit(1);
}
const playwright = path.join(root, 'node_modules/.bin/playwright');
const args = ['test', '--config', 'e2e/browsers.config.ts', '--reporter', 'list'];
const child = spawn(playwright, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FIREFOX_PATH: firefox } });
child.on('exit', (code) => process.exit(code ?? 1));
