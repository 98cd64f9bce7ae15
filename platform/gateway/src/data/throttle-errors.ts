import { LRUCache } from 'lru-cache';

/** Milliseconds for which an error of the same kind is not reported again. */
const silenceMs = 60_000;
const maxKinds = 200;

/** Errors that differ in numbers and addresses only are of one kind. */
const getKind = (message: string) => message.replace(/https?:\/\/\S+|\d+/g, '…').slice(0, 200);

/**
 * Limits how often errors of one kind are reported: a page that fails is requested many times a second.
 *
 * @param now Clock in milliseconds since any fixed moment. Default: `performance.now`.
 */
export function throttleErrors(
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const reportedAt = new LRUCache<string, number>({ max: maxKinds });
  return (error) => {
    const kind = getKind(error instanceof Error ? error.message : String(error));
    const last = reportedAt.get(kind);
    if (last !== undefined && now() < last + silenceMs) return;
    reportedAt.set(kind, now());
    onError(error);
  };
}
