import { rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { chromiumVariables } from '../browsers/find-browsers';
import { runCommand } from '../run-command';
import { getBin, runProgram } from '../test-run/run-program';

/**
 * `npm run screenshots -w e2e` takes a screenshot of every screen on phone, tablet and desktop, light and dark, into
 * `.cache/screenshots`; `npm run screenshots -w e2e -- cart product` only of the screens whose names contain one of these words.
 * Without words the old screenshots are removed.
 */
const album = path.join(root, '.cache/screenshots');
const words = process.argv.slice(2);
await runCommand(async () => {
  if (words.length === 0) rmSync(album, { recursive: true, force: true });
  const filter = words.length > 0 ? ['--grep', words.join('|')] : [];
  const args = ['test', '--config', 'e2e/screenshots.config.ts', '--reporter', 'list', ...filter];
  await runProgram(getBin('playwright'), args, chromiumVariables());
  console.log(`Screenshots are in ${path.relative(process.cwd(), album)}.`);
});
