import { METHODS } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface ObservedRequest {
  /** Pattern of the route. The number of patterns is bounded. */
  route: string;
  method: string;
  status: number;
  /** Duration in seconds. */
  seconds: number;
}

/** Metrics that every server has. */
export interface HttpMetrics {
  /** The metrics of the server. Its own ones are added to it. */
  readonly registry: Registry;
  observeRequest(request: ObservedRequest): void;
}

/** Upper bounds in seconds: from a cached page to the timeout of nginx. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const knownMethods: ReadonlySet<string> = new Set(METHODS);

/** Creates the metrics of requests and of the process (memory, processor time, event loop). */
export function createHttpMetrics(): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern, method and status class.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    registry,
    observeRequest: ({ route, method, status, seconds }) =>
      durations.observe(
        { route, method: knownMethods.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` },
        seconds,
      ),
  };
}
