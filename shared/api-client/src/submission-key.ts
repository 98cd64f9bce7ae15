import { toApiError } from '@shop/api-client/api-error';

/** Idempotency-Key of a submission that has no definite response yet. */
interface OpenSubmission {
  key: string;
  /** JSON of the request body. */
  content: string;
}

export interface SubmissionKeys {
  /**
   * Returns the Idempotency-Key of a submission: the previous key while the content is the same and no definite response
   * has arrived, else a new key.
   *
   * @param body Body of the request.
   */
  get(body: unknown): string;
  /** Ends the submission after a response. The next one gets a new key. */
  end(): void;
  /** Ends the submission when an error is the server's definite response. After a lost response it stays open. */
  endAfter(error: unknown): void;
}

/**
 * Statuses below 500 that a repeated request can change: an ended session, a timeout, a pending request, and a rate limit. They say
 * nothing about an earlier attempt whose response was lost.
 */
const temporaryStatuses = [401, 408, 409, 429];

/**
 * Creates the Idempotency-Keys of one form. The API performs requests with the same key once, so that a lost response and a
 * second click never make two orders.
 *
 * @param storageKey Key in sessionStorage, so that a submission survives a reload. Without it, the content stays in memory:
 *   card data must never be stored.
 * @example
 * const keys = createSubmissionKeys('checkout_submission');
 * await send({ body, idempotencyKey: keys.get(body) }).unwrap();
 * keys.end();
 */
export function createSubmissionKeys(storageKey?: string): SubmissionKeys {
  let memory: OpenSubmission | null = null;
  const write = (submission: OpenSubmission | null) => {
    memory = submission;
    if (storageKey) writeStorage(storageKey, submission);
  };
  return {
    get(body) {
      const content = JSON.stringify(body);
      const open = storageKey ? (readStorage(storageKey) ?? memory) : memory;
      if (open?.content === content) return open.key;
      const key = createKey();
      write({ key, content });
      return key;
    },
    end: () => write(null),
    endAfter(thrown) {
      const error = toApiError(thrown);
      if (error.kind === 'status' && error.status < 500 && !temporaryStatuses.includes(error.status)) write(null);
    },
  };
}

/** Creates a random key of 128 bits. `crypto.randomUUID` is missing on pages without HTTPS. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readStorage(storageKey: string): OpenSubmission | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('key' in stored) || !('content' in stored)) return null;
    const { key, content } = stored;
    return typeof key === 'string' && typeof content === 'string' ? { key, content } : null;
  } catch {
    return null;
  }
}

function writeStorage(storageKey: string, submission: OpenSubmission | null): void {
  try {
    if (submission) window.sessionStorage.setItem(storageKey, JSON.stringify(submission));
    else window.sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked or full. The key is still in memory.
  }
}
