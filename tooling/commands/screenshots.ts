import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findBrowser } from '../browsers/find-browser';

/**
 * `npm run screenshots` photographs every screen on phone, tablet and desktop, light and dark, into `.cache/pictures`;
 * `npm run screenshots -- cart product` only those whose names hold one of these words.
 */
const words = process.argv.slice(2);
const album = path.join(root, '.cache/pictures');
if (words.length === 0) rmSync(album, { recursive: true, force: true });
const executable = await findBrowser(console.log);
const child = spawn(
  path.join(root, 'node_modules/.bin/playwright'),
  [
    'test',
    '--config',
    'e2e/pictures.config.ts',
    '--reporter',
    'list',
    ...(words.length > 0 ? ['--grep', `${words.join('|')}|contact sheet`] : []),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(executable ? { CHROMIUM_PATH: executable } : {}) } },
);
child.on('exit', (code) => {
  console.log(`Pictures are in ${path.relative(process.cwd(), album)}.`);
  process.exit(code ?? 1);
});
