import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { RenderFailedError, type ShellRenderer } from './shell-renderer';

/**
 * Creates a renderer that runs an evaluated shell in this process. Only for tests and for the smoke test, which runs in a
 * process without keys: a gateway that serves visitors uses `openIsolatedRenderer`.
 */
export function createInProcessRenderer({ renderDocument, reportsHealth, wellKnown }: ShellBuild): ShellRenderer {
  const call = async <Result>(work: () => Result): Promise<Result> => {
    try {
      return work();
    } catch (error) {
      throw new RenderFailedError(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    reportsHealth: reportsHealth === true,
    wellKnown: wellKnown ? { favicon: wellKnown.favicon, serviceWorker: wellKnown.serviceWorker } : null,
    start: async () => {},
    renderDocument: (request) => call(() => renderDocument(request)),
    createWebManifest: (identity) => call(() => wellKnown?.webManifest(identity) ?? ''),
    close: async () => {},
  };
}
