import type {
  ComposedRemote,
  Composition,
  DocumentComposition,
  LoadableVersion,
} from '@shop/remote-contract/composition';

/** Completes a remote whose version the document omits. */
export type CompleteRemote = (remote: ComposedRemote) => Promise<void>;

/** The gateway does not know the composition of the document. A new document of the page has the versions that it needs. */
export class VersionsGoneError extends Error {}

/** Stands for a version that has not loaded. */
const unknownVersion: LoadableVersion = {
  version: '',
  digest: '',
  base: '',
  global: '',
  entry: { path: '', integrity: '' },
};

/**
 * Reads the composition of a document, which omits the versions of remotes that its first pages do not need.
 *
 * @returns The composition, the function that completes one of its remotes before the remote loads, and the one that completes all.
 * They share one request, and a failed one is repeated at the next call. The browser rejects bytes that do not match the hash in the
 * document.
 */
export function readComposition({ versions, ...page }: DocumentComposition) {
  const remotes = page.remotes.map((remote): ComposedRemote => ({ ...unknownVersion, ...remote }));
  let loading: Promise<void> | undefined;
  const load = async () => {
    if (!versions) return;
    const response = await fetch(versions.url, { integrity: versions.integrity });
    if (response.status === 404) throw new VersionsGoneError(versions.url);
    if (!response.ok) throw new Error(`${versions.url} responds with ${response.status}`);
    const byName: Record<string, LoadableVersion> = await response.json();
    for (const remote of remotes) if (!remote.version) Object.assign(remote, byName[remote.name]);
  };
  const loadVersions = (): Promise<void> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const completeRemote: CompleteRemote = async ({ version }) => {
    if (!version) await loadVersions();
  };
  const composition: Composition = { ...page, remotes };
  return { composition, completeRemote, loadVersions };
}
