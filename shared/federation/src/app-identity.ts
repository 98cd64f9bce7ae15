import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Identity of the app that is being built. */
export interface AppIdentity {
  name: string;
  version: string;
  /** Absolute folder of the app. */
  root: string;
  /**
   * A JavaScript identifier with name and version, used as the container's global and as `uniqueName`. Two versions of one
   * remote can meet in a page (preview, fallback). With the same name they would corrupt each other's chunks.
   */
  global: string;
  isDevelopment: boolean;
  /**
   * True for a development build that runs in the page of a live shop: `shop dev` builds it. The shell of that page has React's
   * production build and the thin federation runtime.
   */
  runsInLiveShop?: boolean;
}

/**
 * Reads the identity of an app. The version is the version of its package, or `RELEASE_VERSION` for a release build.
 *
 * @param root Absolute folder of the app, which holds its package.json.
 */
export function identifyApp(root: string): AppIdentity {
  const { name: packageName, version: packageVersion } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  // Releases and addresses use the package name without its scope: mf-catalog.
  const name = String(packageName).replace(/^@[^/]+\//, '');
  const version = process.env.RELEASE_VERSION ?? packageVersion;
  const global = `${name}_${version}`.replace(/[^A-Za-z0-9]/g, '_');
  const isDevelopment = process.env.NODE_ENV === 'development';
  const runsInLiveShop = isDevelopment && process.env.DEV_PAGE === 'live';
  return { name, version, root, global, isDevelopment, ...(runsInLiveShop && { runsInLiveShop }) };
}
