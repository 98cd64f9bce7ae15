import type { ComposedApp, ComposedRemote } from '@shop/remote-contract/composition';
import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { SlotLink } from '@shop/remote-contract/slots';

/** The part of a development server's `build.json` that a composition needs. */
export interface DevServerManifest {
  version: string;
  entry: string;
  /** Version of the federation runtime that the build is for; with `+thin` for that of production. */
  federationRuntime?: string;
  styles?: string[];
  languages?: string[];
  global?: string;
  paths: Record<string, OwnedPath>;
  slots?: Record<string, { order: number }>;
  links?: Record<string, SlotLink[]>;
  connect?: string[];
}

/** Name of an app, and the address of its development server with a slash at the end. */
type DevServer = Pick<ComposedApp, 'name' | 'base'>;

/** Composes an app of a development server. Its entry has no hash, because each change builds another one. */
export function composeDevApp(
  { version, entry, styles, languages }: DevServerManifest,
  { name, base }: DevServer,
): ComposedApp {
  return {
    name,
    version,
    digest: 'source',
    base,
    entry: { path: entry, integrity: '' },
    ...(styles && { styles: styles.map((file) => ({ url: base + file, integrity: '' as const })) }),
    ...(languages && { languages }),
  };
}

/** Composes a remote of a development server, with its paths, slots and links. */
export function composeDevRemote(manifest: DevServerManifest, server: DevServer): ComposedRemote {
  const { global = '', paths, slots = {}, links = {}, connect, federationRuntime = '' } = manifest;
  const app = composeDevApp(manifest, server);
  return {
    ...app,
    // The full runtime reads the entry from there. The developer tools see a remote only when it was loaded by its manifest.
    ...(/^\d[^+]*$/.test(federationRuntime) && { entry: { path: 'mf-manifest.json', integrity: '' as const } }),
    global,
    ...(connect && { connect }),
    paths: Object.entries(paths).map(([id, { pattern, access, status, isPrivate, known }]) => ({
      id,
      pattern,
      access,
      ...(status && { status }),
      ...(isPrivate && { isPrivate }),
      ...(known && { known }),
    })),
    slots: Object.entries(slots).map(([name, { order }]) => ({ name, order })),
    links: Object.entries(links).flatMap(([slot, added]) => added.map((link) => ({ slot, ...link }))),
  };
}
