import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanOptions } from './traces/span';

/** The request that a server works on. */
export interface RequestScope {
  /** Id of the request in the log lines of every server that works on it. */
  readonly requestId: string;
  /** The innermost span. Absent while the server sends no traces. */
  readonly span?: Span | undefined;
}

const storage = new AsyncLocalStorage<RequestScope | undefined>();

/** Returns the scope of the running code. Undefined outside a request. */
export const getRequestScope = (): RequestScope | undefined => storage.getStore();

/**
 * Runs a function, and everything that it starts, in the scope of a request.
 *
 * @param scope Undefined: the function belongs to no request, also when a request has called it.
 */
export const runInRequestScope = <Result>(scope: RequestScope | undefined, run: () => Result): Result =>
  storage.run(scope, run);

/**
 * Runs a function in a child span of the current one. Without traces it only runs the function. A rejection marks the span as
 * failed.
 *
 * @example await inSpan('render page', { attributes: { 'shop.app': 'mf-catalog' } }, () => render(request));
 */
export async function inSpan<Result>(name: string, options: SpanOptions, run: () => Promise<Result>): Promise<Result> {
  const scope = getRequestScope();
  if (!scope?.span) return run();
  const span = scope.span.startChild(name, options);
  try {
    return await runInRequestScope({ ...scope, span }, run);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Headers of a call to another server of the shop: the request id, and the trace context when the server sends traces. */
export function getOutgoingHeaders(): Record<string, string> {
  const scope = getRequestScope();
  return scope ? { 'x-request-id': scope.requestId, ...scope.span?.getHeaders() } : {};
}
