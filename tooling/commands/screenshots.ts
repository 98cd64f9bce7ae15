import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { chromiumVariables } from '../browsers/chromium';
import { runCommand } from '../run-command';

/**
 * `npm run screenshots -w e2e` takes a screenshot of every screen on phone, tablet and desktop, light and dark, into
 * `.cache/screenshots`; `npm run screenshots -w e2e -- cart product` only of the screens whose names contain one of these words.
 * Without words the old screenshots are removed.
 */
const album = path.join(root, '.cache/screenshots');
const words = process.argv.slice(2);
await runCommand(async () => {
  const env = { ...process.env, ...chromiumVariables() };
  if (words.length === 0) rmSync(album, { recursive: true, force: true });
  const filter = words.length > 0 ? ['--grep', words.join('|')] : [];
  const args = ['test', '--config', 'e2e/screenshots.config.ts', '--reporter', 'list', ...filter];
  const { status, error } = spawnSync(path.join(root, 'node_modules/.bin/playwright'), args, {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (error) throw error;
  console.log(`Screenshots are in ${path.relative(process.cwd(), album)}.`);
  return status ?? 1;
});
