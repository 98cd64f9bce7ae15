import path from 'node:path';
import { BuildManifestPlugin } from '../build-manifest';
import { remoteForBrowser } from '../define-remote';
import { shellForBrowser } from '../define-shell';
import { describeConsumed } from '../module-exports';
import type { Federation } from '../plugins/federate';

/** A shell or remote that a test builds. */
export interface FixtureBuild extends Federation {
  kind: 'shell' | 'remote';
  /** Folder of its sources, and its name. */
  name: string;
  version: string;
}

/** Configurations of the builds in the variable `FIXTURE_BUILDS`. Their sources are in the working directory. */
export default (JSON.parse(process.env.FIXTURE_BUILDS ?? '[]') as FixtureBuild[]).map((build) => {
  const { kind, name, version, runtime, shared } = build;
  const root = path.resolve(name);
  const global = `${name}_${version}`.replace(/\W/g, '_');
  const app = { name, version, root, global, isDevelopment: false };
  if (kind === 'shell') return shellForBrowser(app, { runtime, shared });
  const manifest = new BuildManifestPlugin((compilation) => ({
    consumes: Object.fromEntries(shared.map((module) => [module.key, describeConsumed(compilation, module)])),
  }));
  return remoteForBrowser(app, { runtime, shared }, [manifest]);
});
