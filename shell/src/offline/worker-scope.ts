import type { VisitMessage } from './cache-policy';

interface LifetimeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface FetchEvent extends LifetimeEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerEvents {
  install: LifetimeEvent;
  activate: LifetimeEvent;
  fetch: FetchEvent;
  message: LifetimeEvent & { data: VisitMessage };
}

/** The part of `ServiceWorkerGlobalScope` that the worker uses. The compiler's `dom` types cover windows only. */
export interface WorkerScope {
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  navigator: { onLine: boolean };
  location: { origin: string };
  caches: CacheStorage;
  fetch: (request: Request | string) => Promise<Response>;
}
