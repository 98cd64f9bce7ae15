import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readApiReport } from '@shop/federation/api-report';
import { type BuildManifest, buildManifestFile } from '@shop/federation/build-manifest';
import { type Declarations, declarationsFile } from '@shop/releases/release/declarations';
import { findBundler, findProgram, getAppFolder, root } from './workspace';

/** File with the version of the last complete build of an app. A build without this file is incomplete. */
export const stampFile = (app: string) => path.join(getAppFolder(app), '.cache/build.json');

const stepTimeoutMs = 10 * 60_000;

interface BuildStep {
  args: string[];
  cwd: string;
  version: string;
  /** Start of the message when the program fails. */
  failure: string;
}

/** Runs a program with production settings. @throws With the output of the program when it fails. */
function runStep({ args, cwd, version, failure }: BuildStep): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, NODE_ENV: 'production', RELEASE_VERSION: version },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: stepTimeoutMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      const reason = signal
        ? `it ended with ${signal}, after ${stepTimeoutMs / 60_000} minutes at most`
        : output.trim();
      if (code === 0) resolve();
      else reject(new Error(`${failure}:\n${reason}`));
    });
  });
}

/**
 * Builds an app for the browser and for Node, and writes the names that it registers into its build manifest. The build of a shell
 * also gets the declarations of what it shares.
 *
 * @param folder  Absolute folder of the app. Default: its folder in this repository.
 */
export async function runBuild(app: string, version: string, folder = getAppFolder(app)): Promise<void> {
  await runStep({ args: [findBundler(folder), 'build'], cwd: folder, version, failure: `The build of ${app} failed` });
  const collector = findProgram('build/collect-registered-names');
  await runStep({
    args: [...collector.execArgv, collector.file, folder],
    cwd: root,
    version,
    failure: `${app} is built, but its Node build does not run`,
  });
  await writeDeclarations(folder);
}

/**
 * Writes the declarations of the modules that a shell shares into its build. They come from the API reports of the packages in
 * `shared/`; `npm test` compares the reports with the sources. It writes nothing for a remote.
 */
export async function writeDeclarations(appRoot: string): Promise<void> {
  const manifest: BuildManifest = JSON.parse(
    await readFile(path.join(appRoot, 'dist/browser', buildManifestFile), 'utf8'),
  );
  if (manifest.kind !== 'shell') return;
  const text = JSON.stringify(collectDeclarations(Object.keys(manifest.provides)));
  await writeFile(path.join(appRoot, 'dist', declarationsFile), `${text}\n`);
}

/** Collects the declarations of shared modules. @param keys Import specifiers. Modules of libraries have their own declarations. */
function collectDeclarations(keys: readonly string[]): Declarations {
  const modules: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const key of keys) {
    const [, packageName, folder] = key.match(/^(@shop\/([^/]+))\//) ?? [];
    const report = folder ? readApiReport(path.join(root, 'shared', folder)) : null;
    const entry = report?.entries[key];
    if (!report || !entry) continue;
    modules[key] = `${packageName}/${entry}`;
    for (const [file, text] of Object.entries(report.declarations)) files[`${packageName}/${file}`] = text;
  }
  return { schema: 1, modules, files };
}
