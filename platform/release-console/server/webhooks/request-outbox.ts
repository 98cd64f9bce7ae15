import { randomUUID } from 'node:crypto';
import { poll } from '@shop/releases/store/poll';
import { claimMs, getRetryWait, maxAttempts, sendEvent } from '@shop/releases/webhooks/send-event';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { NewEvent } from '../changes/request-event';
import type { ServiceDatabase } from '../database/database';

/** Milliseconds after which an event is removed whose webhook no instance delivers. */
const keptMs = 7 * 86_400_000;

export type RequestOutbox = ReturnType<typeof createRequestOutbox>;

/**
 * Creates the queue of events about requests, schedules and the policy. An event is stored in the transaction of its
 * change, so a process that is killed loses none. A delivery can arrive twice, with the same id.
 *
 * @param publicUrl  Address of the console, to which events link.
 * @param now  The time in Unix milliseconds.
 */
export function createRequestOutbox(
  db: ServiceDatabase,
  webhooks: readonly Webhook[],
  publicUrl: string,
  now: () => number = Date.now,
) {
  /** Claims the oldest event of a webhook when its attempt is due. Later events wait for it. */
  const claim = ({ name }: Webhook) =>
    db.transaction().execute(async (own) => {
      const row = await own
        .selectFrom('webhookDelivery')
        .selectAll()
        .where('webhook', '=', name)
        .orderBy('seq')
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.nextAttemptAt.getTime() > now()) return null;
      await own
        .updateTable('webhookDelivery')
        .set({ nextAttemptAt: new Date(now() + claimMs) })
        .where('seq', '=', row.seq)
        .execute();
      return row;
    });

  /** Delivers the events of a webhook, oldest first, until one fails. */
  const deliverTo = async (webhook: Webhook, report: (line: string) => void, signal?: AbortSignal) => {
    while (!signal?.aborted) {
      const row = await claim(webhook);
      if (!row) return;
      const error = await sendEvent(webhook, row.event, now(), signal);
      const attempts = row.attempts + 1;
      if (error !== null && attempts < maxAttempts) {
        const nextAttemptAt = new Date(now() + getRetryWait(attempts));
        await db.updateTable('webhookDelivery').set({ attempts, nextAttemptAt }).where('seq', '=', row.seq).execute();
        return;
      }
      if (error !== null) {
        report(`The webhook ${webhook.name} did not get an event "${row.event.event}" of ${row.event.at}: ${error}`);
      }
      await db.deleteFrom('webhookDelivery').where('seq', '=', row.seq).execute();
    }
  };

  return {
    /**
     * Stores an event for each webhook that wants it. An event of all environments is for every webhook.
     *
     * @param at  When it happened. Default: now.
     */
    add: async (own: ServiceDatabase, event: NewEvent, at = new Date(now())): Promise<void> => {
      const { environment, request } = event;
      const wants = ({ events, environments = [environment] }: Webhook) =>
        events.includes(event.event) && (environment === '*' || environments.includes(environment));
      const ofRequest = request === null ? '' : `?request=${request}`;
      const view = event.event === 'policy' ? 'policy' : `waiting${ofRequest}`;
      const createdAt = new Date(now());
      const stored = { ...event, id: randomUUID(), at: at.toISOString(), url: `${publicUrl}/#/${view}` };
      const rows = webhooks.filter(wants).map(({ name }) => ({
        webhook: name,
        event: JSON.stringify(stored),
        createdAt,
        attempts: 0,
        nextAttemptAt: createdAt,
      }));
      if (rows.length > 0) await own.insertInto('webhookDelivery').values(rows).execute();
    },

    /** Delivers the events that are due. @param report  Receives a line for each event that is given up. */
    deliver: async (report: (line: string) => void, signal?: AbortSignal): Promise<void> => {
      await Promise.all(webhooks.map((webhook) => deliverTo(webhook, report, signal)));
      await db
        .deleteFrom('webhookDelivery')
        .where('createdAt', '<', new Date(now() - keptMs))
        .execute();
    },
  };
}

/**
 * Ends requests whose time is over, and delivers the events of requests, until it is stopped.
 *
 * @param endExpired  Ends the requests.
 * @returns A function that stops.
 */
export function followRequests(
  outbox: RequestOutbox,
  endExpired: () => Promise<void>,
  report: (line: string) => void,
): () => Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const work = async () => {
    await endExpired();
    await outbox.deliver(report, signal);
  };
  const onError = (error: unknown) =>
    report(`Events of requests cannot be delivered: ${error instanceof Error ? error.message : String(error)}`);
  const running = poll(work, { interval: 2000, signal, onError });
  return async () => {
    abort.abort();
    await running;
  };
}
