/** The code of a composition failed at a call. Another process of the same composition would fail too. */
export class RenderFailedError extends Error {
  override name = 'RenderFailedError';
}

/** The call ended its process. */
export class ProcessFailedError extends RenderFailedError {
  override name = 'ProcessFailedError';
}

/** No process answers now. A later call, or another gateway, may succeed. */
export class RendererUnavailableError extends Error {
  override name = 'RendererUnavailableError';
}

/** Makes an error of what was thrown. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
