import { LRUCache } from 'lru-cache';

/** Milliseconds for which an error of the same kind is not reported again. */
const silenceMs = 60_000;
const maxKinds = 200;

/** Errors that differ in numbers and addresses only are of one kind. */
const getKind = (message: string) => message.replace(/https?:\/\/\S+|\d+/g, '…').slice(0, 200);

/** Limits how often errors of one kind are reported: a page that fails is requested many times a second. */
export function throttleErrors(onError: (error: unknown) => void): (error: unknown) => void {
  const reported = new LRUCache<string, true>({ max: maxKinds, ttl: silenceMs });
  return (error) => {
    const kind = getKind(error instanceof Error ? error.message : String(error));
    if (reported.has(kind)) return;
    reported.set(kind, true);
    onError(error);
  };
}
