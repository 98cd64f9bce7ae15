import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type BuildManifest, buildManifestFile } from '@shop/federation/build-manifest';
import { runBuild, stampFile } from '@shop/release-cli/build/build-app';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashSources } from '@shop/release-cli/build/source-fingerprint';
import { getAppFolder, listApps, root } from '@shop/release-cli/build/workspace';

/** Folders and files that every app is built from. */
const sharedInputs = ['shared', 'package-lock.json'];

/**
 * Reads the version of the last complete build of an app. Null when there is none, and when another build has replaced it, such as
 * that of `npm run build --workspace mf-catalog`.
 */
export async function readBuiltVersion(app: string): Promise<string | null> {
  const output = path.join(getAppFolder(app), 'dist');
  if (!existsSync(path.join(output, 'node/server.cjs'))) return null;
  try {
    const manifest: BuildManifest = JSON.parse(await readFile(path.join(output, 'browser', buildManifestFile), 'utf8'));
    const version = await readFile(stampFile(app), 'utf8');
    return manifest.version === version && manifest.names ? version : null;
  } catch {
    return null;
  }
}

async function buildApp(app: string, sharedFingerprint: string, report: (line: string) => void): Promise<void> {
  const { version: packageVersion } = JSON.parse(await readFile(path.join(root, app, 'package.json'), 'utf8'));
  const fingerprint = createHash('sha256')
    .update(await hashSources([app]))
    .update(sharedFingerprint)
    .digest('hex');
  const version = `${packageVersion}-local.${fingerprint.slice(0, 8)}`;
  if ((await readBuiltVersion(app)) === version) return;
  // A build that is interrupted leaves no stamp, and so counts as incomplete.
  await rm(stampFile(app), { force: true });
  const start = performance.now();
  await runBuild(app, version);
  await writeFile(stampFile(app), version);
  report(`  built ${app} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/**
 * Builds every app whose sources changed, as many at a time as there are cores. Each build carries the version of the
 * app's package and a tag of its sources.
 *
 * @param report Called with a line for each app that was built. Apps that are up to date have no line.
 * @throws When apps do not build, after the other builds have ended. The message holds each app and its compiler's output.
 */
export async function buildApps(report: (line: string) => void, apps: readonly string[] = listApps()): Promise<void> {
  const sharedFingerprint = await hashSources(sharedInputs);
  const failures: string[] = [];
  const queue = apps.values();
  const runWorker = async () => {
    for (const app of queue) {
      const building = withBuildLock(app, () => buildApp(app, sharedFingerprint, report));
      await building.catch((error: Error) => failures.push(error.message));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWorker));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}
