import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';
import { isPublished } from '@shop/releases/release/integrity';
import { type Release, releasePrefix } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';

const requireBuiltin = createRequire(import.meta.url);

/** What a Node build is run with. */
export interface NodeBuildSurroundings {
  /** Names the build in stack traces. */
  filename: string;
  /** URL prefix under which the app's browser files are served. */
  base: string;
  /** What the build may require besides Node's own modules: for a remote, the modules its shell shares. */
  provided?: Readonly<Record<string, unknown>>;
}

/** Runs the code of a Node build and gives its exports. */
export function runNodeBuild<Exports>(code: string, { filename, base, provided }: NodeBuildSurroundings): Exports {
  const modules: Record<string, unknown> = { ...provided, '@shop/release-base': base };
  const requireModule = (id: string): unknown => {
    if (id in modules) return modules[id];
    if (isBuiltin(id)) return requireBuiltin(id);
    throw new Error(`${filename} requires "${id}", which its shell does not provide`);
  };
  const module = { exports: {} as Exports };
  const run = vm.compileFunction(code, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, requireModule);
  return module.exports;
}

/**
 * Runs the Node build of a release, after its bytes were checked against the release's own hash.
 *
 * @param provided For a remote, the modules its shell shares.
 * @throws When the file is missing or has other bytes than the release says.
 */
export async function loadNodeBuild<Exports>(
  store: ReleaseStore,
  release: Release,
  provided: Readonly<Record<string, unknown>> = {},
): Promise<Exports> {
  const prefix = releasePrefix(release);
  const key = prefix + release.server;
  const stored = await store.get(key);
  if (!stored) throw new Error(`${key} is missing from the release store`);
  if (!isPublished(stored.bytes, release.files[release.server])) {
    throw new Error(`${key} has other bytes than its release says`);
  }
  return runNodeBuild(Buffer.from(stored.bytes).toString(), { filename: key, base: `/${prefix}`, provided });
}
