import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runBuild, stampFile } from '@shop/release-cli/build/build-app';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashInputs } from '@shop/release-cli/build/source-fingerprint';
import { listApps, root } from '@shop/release-cli/build/workspace';

/** Folders and files whose change makes every app another one. */
const sharedInputs = ['shared', 'package-lock.json'];

/** A build that is up to date or was just made. */
export interface BuiltApp {
  app: string;
  /** Version it carries: the package's, and a tag of everything it was made from. */
  version: string;
}

async function readStamp(app: string): Promise<string | null> {
  const isWhole = ['browser/build.json', 'node/server.cjs'].every((file) =>
    existsSync(path.join(root, app, 'dist', file)),
  );
  if (!isWhole) return null;
  const text = await readFile(stampFile(app), 'utf8').catch(() => '');
  return text || null;
}

async function buildApp(app: string, sharedHash: string, report: (line: string) => void): Promise<BuiltApp> {
  const { version: packageVersion } = JSON.parse(await readFile(path.join(root, app, 'package.json'), 'utf8'));
  const inputs = createHash('sha256')
    .update(await hashInputs([app]))
    .update(sharedHash)
    .digest('hex');
  const version = `${packageVersion}-local.${inputs.slice(0, 8)}`;
  if ((await readStamp(app)) === version) return { app, version };
  // Without its stamp a build that is interrupted here counts as none.
  await rm(stampFile(app), { force: true });
  const start = performance.now();
  await runBuild(app, version);
  await writeFile(stampFile(app), version);
  report(`  built ${app} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { app, version };
}

/**
 * Builds every app whose sources changed, as many at a time as there are cores.
 *
 * @param report Told a line for each app that was built; apps that are up to date say nothing.
 * @throws With the build's own output when an app does not build.
 */
export async function buildApps(report: (line: string) => void, apps = listApps()): Promise<BuiltApp[]> {
  const sharedHash = await hashInputs(sharedInputs);
  const waiting = [...apps];
  const built: BuiltApp[] = [];
  const work = async () => {
    for (let app = waiting.shift(); app; app = waiting.shift()) {
      const next = app;
      built.push(await withBuildLock(next, () => buildApp(next, sharedHash, report)));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return built.sort((one, other) => apps.indexOf(one.app) - apps.indexOf(other.app));
}
