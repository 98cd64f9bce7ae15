/** The code of a composition failed at a call. Another process of the same composition would fail too. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError';

  /** @param frames  Positions in released files, innermost first: `renderPrice (r/mf-a/1.0.0-4f3a…/node/server.cjs:1:20)`. */
  constructor(
    message: string,
    readonly frames: readonly string[] = [],
  ) {
    super(message);
  }
}

/** The call ended its process. */
export class ProcessFailedError extends RenderFailedError {
  override name = 'ProcessFailedError';
}

/** The call ended its process, because it was not answered in time. */
export class RenderTimeoutError extends ProcessFailedError {
  override name = 'RenderTimeoutError';
}

/** The first page of a path in a process took too long. It ended its process. */
export class ColdPageError extends ProcessFailedError {
  override name = 'ColdPageError';
}

/** No process answers now. A later call, or another gateway, may succeed. */
export class RendererUnavailableError extends Error {
  override name = 'RendererUnavailableError';
}

/** Makes an error of what was thrown. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
