import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { chromiumVariables } from './chromium';

const album = path.join(root, '.cache/screenshots');

/**
 * Takes screenshots of the screens into `.cache/screenshots`.
 *
 * @param words Parts of names of screens. Without words all screens are taken, and the old screenshots are removed.
 * @returns Playwright's exit code.
 * @throws An error that names `npm run setup` when the machine has no Chromium.
 */
export function takeScreenshots(words: readonly string[]): Promise<number> {
  const env = { ...process.env, ...chromiumVariables() };
  if (words.length === 0) rmSync(album, { recursive: true, force: true });
  const filter = words.length > 0 ? ['--grep', `${words.join('|')}|contact sheet`] : [];
  const args = ['test', '--config', 'e2e/screenshots.config.ts', '--reporter', 'list', ...filter];
  const child = spawn(path.join(root, 'node_modules/.bin/playwright'), args, { cwd: root, stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      console.log(`Screenshots are in ${path.relative(process.cwd(), album)}.`);
      resolve(code ?? 1);
    });
  });
}
