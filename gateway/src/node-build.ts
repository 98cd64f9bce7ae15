import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';
import { type Release, releasePrefix } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';

const requireBuiltin = createRequire(import.meta.url);

/**
 * Runs the Node build of a release, after its bytes were checked against the release's own hash.
 *
 * @param provided What the build may require besides Node's own modules: for a remote, the modules its shell shares.
 * @returns The build's exports.
 * @throws When the file is missing or has other bytes than the release says.
 */
export async function loadNodeBuild<Exports>(
  store: ReleaseStore,
  release: Release,
  provided: Readonly<Record<string, unknown>> = {},
): Promise<Exports> {
  const key = releasePrefix(release) + release.server;
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  const integrity = `sha384-${createHash('sha384').update(stored.bytes).digest('base64')}`;
  if (integrity !== release.files[release.server]?.integrity)
    throw new Error(`${key} has other bytes than its release says`);

  const modules: Record<string, unknown> = { ...provided, '@shop/release-base': `/${releasePrefix(release)}` };
  const requireModule = (id: string): unknown => {
    if (id in modules) return modules[id];
    if (isBuiltin(id)) return requireBuiltin(id);
    throw new Error(`${release.app}@${release.version} requires "${id}", which its shell does not provide`);
  };
  const module = { exports: {} as Exports };
  const run = vm.compileFunction(Buffer.from(stored.bytes).toString(), ['module', 'exports', 'require'], {
    filename: key,
  });
  run(module, module.exports, requireModule);
  return module.exports;
}
