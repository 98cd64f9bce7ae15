import { execFile, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Processes of npm at a time. */
const parallel = 4;

interface Package {
  /** Name of its folder. */
  folder: string;
  name: string;
  version: string;
  publishConfig: { registry: string };
}

/** A command of npm. On Windows it is a script, which only a shell can start. */
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const shell = process.platform === 'win32';

async function readPackages(target: string): Promise<Package[]> {
  const entries = await readdir(target, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules');
  return Promise.all(
    folders.map(async ({ name: folder }) => ({
      ...JSON.parse(await readFile(path.join(target, folder, 'package.json'), 'utf8')),
      folder,
    })),
  );
}

/** Asks a registry for a version of a package, with the settings and the credentials of npm. */
function hasVersion({ name, version, publishConfig: { registry } }: Package, env: NodeJS.ProcessEnv): Promise<boolean> {
  const scope = name.split('/')[0];
  const fresh = ['--prefer-online', '--prefer-offline=false'];
  const args = ['view', `${name}@${version}`, 'version', '--json', ...fresh, `--${scope}:registry=${registry}`];
  return new Promise((resolve, reject) => {
    execFile(npm, args, { env, shell }, (error, stdout, stderr) => {
      // npm prints nothing for another version of a package.
      if (!error) resolve(stdout.trim() !== '');
      else if (`${stdout}${stderr}`.includes('E404')) resolve(false);
      else {
        const [, code = 'no answer'] = /\b(E[A-Z0-9]+)\b/.exec(`${stdout}${stderr}`) ?? [];
        const message = `${registry} does not say which versions of ${name} it has (${code}): check the address, and sign in with npm login --registry ${registry}`;
        reject(new Error(message));
      }
    });
  });
}

/** Packages as `name@version`, sorted. */
export interface PublishedPackages {
  published: string[];
  /** Those that the registry had before. */
  known: string[];
}

/**
 * Publishes the packages of a folder that their registry does not have, and names these as the workspaces of the folder. A registry
 * accepts a version once, and `npm publish --workspaces` ends at the first package that it refuses.
 *
 * @param target Absolute folder that `buildPackages` has written.
 * @param args Options of `npm publish`.
 * @throws When there are no packages, a registry does not say what it has, or npm refuses to publish one; npm prints why.
 */
export async function publishPackages(
  target: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<PublishedPackages> {
  const packages = await readPackages(target);
  if (packages.length === 0) throw new Error(`${target} has no packages: run npm run packages first.`);
  const known = new Set<Package>();
  const queue = packages.values();
  const work = async () => {
    for (const one of queue) if (await hasVersion(one, env)) known.add(one);
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const published = packages.filter((one) => !known.has(one));
  const workspaces = published.map(({ folder }) => folder).sort();
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify({ private: true, workspaces })}\n`);
  if (published.length > 0) await runPublish(target, args, env);
  const format = (list: Iterable<Package>) => Array.from(list, ({ name, version }) => `${name}@${version}`).sort();
  return { published: format(published), known: format(known) };
}

function runPublish(target: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = ['publish', '--workspaces', ...args];
    const child = spawn(npm, options, { cwd: target, env, shell, stdio: ['inherit', 2, 2] });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('npm publish failed: read the lines above.')),
    );
  });
}
