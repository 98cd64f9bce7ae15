import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './workspace';

/** Names the version of the last complete build of an app. A build without it is incomplete. */
export const stampFile = (app: string) => path.join(root, app, '.cache/build.json');

/** Runs a program of the build for production. @throws With the sentence and the program's own output when it fails. */
function runProgram(args: string[], folder: string, version: string, failure: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', RELEASE_VERSION: version },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${failure}:\n${output.trim()}`))));
  });
}

/**
 * Builds an app for the browser and for Node, and collects the names that it registers.
 *
 * @param version  Version that the build carries.
 * @param folder  Absolute folder of the app; left out, its folder in this repository.
 * @throws With the build's own output when the app does not build.
 */
export async function runBuild(app: string, version: string, folder = path.join(root, app)): Promise<void> {
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await runProgram([rspack, 'build'], folder, version, `${app} does not build`);
  const collectNames = [
    '--import',
    'tsx',
    path.join(root, 'release-cli/src/build/collect-registered-names.ts'),
    folder,
  ];
  await runProgram(collectNames, root, version, `${app} is built, and its Node build does not run`);
}
