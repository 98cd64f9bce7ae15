import type { DocumentRequest, RenderedDocument, StoreIdentity } from '@shop/remote-contract/shell-build';

/** Files of a shell that browsers request at fixed addresses. */
export interface RendererWellKnown {
  /** URL of the icon that `/favicon.ico` redirects to. */
  favicon: string;
  /** File of the release that is served as `/service-worker.js`. */
  serviceWorker: string;
}

/**
 * Renders the documents of one shell. The code of the shell runs in a process of its own.
 *
 * @see docs/decisions/0023
 */
export interface ShellRenderer {
  /** True when the shell's pages send beacons. False until the shell has started. */
  readonly reportsHealth: boolean;
  /** Null until the shell has started, and for shells before 1.1 of the contract. */
  readonly wellKnown: RendererWellKnown | null;
  /** Starts the shell now. Without it, the first call starts the shell. Rejects when the shell does not start. */
  start: () => Promise<void>;
  /**
   * Renders a document.
   *
   * @throws {RenderFailedError} When the shell throws, takes too long or ends its process.
   * @throws {RendererUnavailableError} When no process renders for this shell now.
   */
  renderDocument: (request: DocumentRequest) => Promise<RenderedDocument>;
  /** Creates the text of `/site.webmanifest`. Rejects like `renderDocument`. */
  createWebManifest: (identity: StoreIdentity) => Promise<string>;
  /** Waits for the calls that are being answered, and ends the process. Later calls reject. */
  close: () => Promise<void>;
}

/** The shell itself failed to answer a call. Another process of the same shell would fail too. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError';
}

/** No process renders for a shell now. A later call, or another gateway, may succeed. */
export class RendererUnavailableError extends Error {
  override name = 'RendererUnavailableError';
}
