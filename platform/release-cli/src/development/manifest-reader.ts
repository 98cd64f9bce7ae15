import type { DevServerManifest } from '@shop/gateway/composition/dev-server-app';

/** Reads the manifest of a development server. While a build has errors, it is the one of the last build without. */
export function createManifestReader(devServerUrl: string): () => Promise<DevServerManifest> {
  let last: DevServerManifest | null = null;
  return async () => {
    const response = await fetch(`${devServerUrl}/build.json`).catch(() => null);
    if (response?.ok) last = (await response.json()) as DevServerManifest;
    if (last) return last;
    throw new Error(`${devServerUrl}/build.json cannot be read: the terminal shows why the remote does not build.`);
  };
}
