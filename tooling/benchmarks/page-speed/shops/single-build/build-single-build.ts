import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';

const run = promisify(execFile);

/** Builds the shop in one piece. The builds of the apps exist. @param output Absolute folder of the build. */
export async function buildSingleBuild(output: string): Promise<void> {
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await run(process.execPath, [rspack, 'build'], {
    cwd: path.join(root, 'tooling/benchmarks/page-speed/shops/single-build'),
    env: { ...process.env, NODE_ENV: 'production', SINGLE_BUILD_OUTPUT: output },
  });
  // The offline worker does not depend on how the shop is built.
  const worker = 'service-worker.js';
  await copyFile(path.join(root, 'shell/dist/browser', worker), path.join(output, 'browser', worker));
}
