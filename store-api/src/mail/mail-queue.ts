import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail, MailTransport } from '@shop/mail/mail-transport';

/** Events of the queue. They contain no personal data. */
export interface MailLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface MailQueue {
  /**
   * Sends an e-mail in the background. It returns immediately and never throws.
   *
   * @param name Identifies the e-mail in the log, for example the order number.
   * @param createMail Creates the e-mail. An error counts as a failed attempt.
   * @param onFailed Called when the last attempt has failed. It must not reject. `close` waits for it.
   */
  add(name: string, createMail: () => Promise<Mail>, onFailed?: () => Promise<void>): void;
  /** E-mails that wait for an attempt, or are being sent. */
  getLength(): number;
  /**
   * Stops waiting between attempts, makes the last attempt of each pending e-mail, and closes the transport. An e-mail that is pending
   * after the limit of the last attempts has failed.
   */
  close(): Promise<void>;
}

/** Delays in milliseconds before the second and each further attempt. */
const defaultRetryDelays = [1000, 10_000, 60_000];

/**
 * Milliseconds that the last attempts may take when the queue closes. A server ends its process ten seconds after the drain, and gives
 * pending requests five of them.
 */
const defaultLastAttemptsMs = 4000;

/** Creates a queue that sends e-mails in the background and retries failed attempts a limited number of times. */
export function createMailQueue(
  transport: MailTransport,
  log: MailLog,
  retryDelays: readonly number[] = defaultRetryDelays,
  lastAttemptsMs = defaultLastAttemptsMs,
): MailQueue {
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();
  /** Functions that end the attempts under way with an error. */
  const underWay = new Set<(error: unknown) => void>();
  let isLate = false;

  /** Makes one attempt. Resolves to its error; undefined when the e-mail was sent. */
  const attempt = (name: string, createMail: () => Promise<Mail>): Promise<unknown> =>
    new Promise((resolve) => {
      underWay.add(resolve);
      const sending = (async () => transport.send(await createMail(), name))();
      void sending.then(() => resolve(undefined), resolve).finally(() => underWay.delete(resolve));
    });

  function giveUp(): void {
    isLate = true;
    for (const end of underWay) end({ code: 'ETIMEDOUT' });
  }

  async function send(name: string, createMail: () => Promise<Mail>, onFailed?: () => Promise<void>): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      const isLast = attempts > retryDelays.length || closing.signal.aborted;
      const error = await attempt(name, createMail);
      if (error === undefined) return;
      const details = { mail: name, attempts, code: getErrorCode(error) };
      if (isLast || isLate) {
        log.error(details, 'an e-mail was not sent');
        await onFailed?.();
        return;
      }
      log.warn(details, 'an e-mail could not be sent and will be retried');
      await sleep(retryDelays[attempts - 1], undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  return {
    add(name, createMail, onFailed) {
      const sending = send(name, createMail, onFailed).finally(() => pending.delete(sending));
      pending.add(sending);
    },
    getLength: () => pending.size,
    async close() {
      closing.abort();
      const limit = setTimeout(giveUp, lastAttemptsMs);
      await Promise.all(pending);
      clearTimeout(limit);
      transport.close();
    },
  };
}

/** Returns the code of an error, such as `ECONNREFUSED`. Its message is not logged, because it may contain the address. */
function getErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
