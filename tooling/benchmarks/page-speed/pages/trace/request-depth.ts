/** A request of a page load. */
export interface PageRequest {
  url: string;
  /** Start in milliseconds since the navigation. */
  start: number;
  /** Address of the document, style sheet or script that caused the request. Null for the document itself. */
  initiator: string | null;
}

/**
 * Returns the number of requests in the longest chain, in which each request is caused by the response of the one before:
 * 1 for a document alone. Every step costs a round trip.
 *
 * @param until Requests that start later do not count. Milliseconds since the navigation.
 */
export function getRequestDepth(requests: readonly PageRequest[], until: number): number {
  const counted = requests.filter(({ start }) => start <= until);
  const depths = new Map<string, number>();
  // An initiator starts before the requests that it causes.
  for (const { url, initiator } of counted.toSorted((a, b) => a.start - b.start)) {
    if (depths.has(url)) continue;
    depths.set(url, 1 + (initiator === null ? 0 : (depths.get(initiator) ?? 0)));
  }
  return Math.max(0, ...depths.values());
}

/** A call stack of the DevTools protocol. */
interface StackTrace {
  callFrames: { url: string }[];
  parent?: StackTrace;
}

/** Messages of the DevTools protocol that a log holds. @see https://chromedevtools.github.io/devtools-protocol/tot/Network */
export interface DevToolsMessage {
  method: string;
  params?: unknown;
}

interface RequestWillBeSent {
  documentURL: string;
  request: { url: string };
  /** Monotonic time in seconds; the clock of the trace. */
  timestamp: number;
  initiator: { type: string; url?: string; stack?: StackTrace };
}

/** Finds the script that called. The innermost frames may belong to code without an address. */
function findCaller(stack: StackTrace | undefined): string | undefined {
  if (!stack) return undefined;
  return stack.callFrames.find(({ url }) => url !== '')?.url ?? findCaller(stack.parent);
}

/** Reads the requests of a page from the log of the DevTools protocol. @param startUs Navigation start in microseconds. */
export function readRequests(log: readonly DevToolsMessage[], startUs: number): PageRequest[] {
  return log.flatMap(({ method, params }) => {
    if (method !== 'Network.requestWillBeSent') return [];
    const { documentURL, request, timestamp, initiator } = params as RequestWillBeSent;
    const start = timestamp * 1000 - startUs / 1000;
    // The document's own request starts some milliseconds before the trace marks the navigation.
    if (!/^https?:/.test(request.url) || start < -1000) return [];
    const cause = initiator.url ?? findCaller(initiator.stack) ?? documentURL;
    return [{ url: request.url, start, initiator: request.url === documentURL ? null : cause }];
  });
}
