import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Name and version of the app that is being built. */
export interface AppIdentity {
  name: string;
  version: string;
  /** Absolute folder of the app. */
  root: string;
  /**
   * A JavaScript identifier that carries name and version: the container's global and webpack's uniqueName. Two versions
   * of one remote may meet in a page (preview, fallback); with one name they would corrupt each other's chunks.
   */
  global: string;
  isDevelopment: boolean;
}

/**
 * @param root Folder of the app, where its package.json stands.
 * The version is the package's, or `RELEASE_VERSION` when a release is built.
 */
export function identifyApp(root: string): AppIdentity {
  const { name: packageName, version: packageVersion } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  // An app's name in releases and addresses is its package's without the scope: mf-catalog.
  const name = String(packageName).replace(/^@[^/]+\//, '');
  const version = process.env.RELEASE_VERSION ?? packageVersion;
  const global = `${name}_${version}`.replace(/[^A-Za-z0-9]/g, '_');
  return { name, version, root, global, isDevelopment: process.env.NODE_ENV === 'development' };
}
