import * as v from 'valibot';
import type { WebhookView } from '../service-api/responses';
import { type AuditLogEntry, readAuditLog } from '../state/audit-log';
import type { Environment } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { readRecord } from '../store/daily-records';
import type { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import { type PollOptions, poll } from '../store/poll';
import { Count, Time } from '../store/schemas';
import { claimMs, getRetryWait, maxAttempts, sendEvent } from './send-event';
import { createWebhookEvent } from './webhook-event';
import type { Webhook } from './webhook-settings';

/** Deliveries that were given up and that the state keeps. */
const maxFailed = 50;

/** `webhooks/<env>/<name>.json`: what a webhook has received. Deliverers in several processes change it with compare-and-swap. */
const WebhookState = v.object({
  schema: v.literal(1),
  /** Number of the last change that was delivered, given up, or left out because the webhook does not want it. */
  handled: Count,
  /** Number of the last change that the receiver has accepted. Null: none, or in a state of an earlier version. */
  delivered: v.optional(v.nullable(Count), null),
  attempts: Count,
  /** Unix milliseconds. No process tries before. */
  nextAttemptAt: Time,
  lastError: v.nullable(v.string()),
  failed: v.pipe(
    v.array(v.object({ id: v.string(), change: Count, at: Time, error: v.string() })),
    v.maxLength(maxFailed),
  ),
});
type WebhookState = v.InferOutput<typeof WebhookState>;

const getKey = (env: string, name: string) => `webhooks/${env}/${name}.json`;

const createState = (handled: number): WebhookState => ({
  schema: 1,
  handled,
  delivered: null,
  attempts: 0,
  nextAttemptAt: 0,
  lastError: null,
  failed: [],
});

/** Changes that one call reads from the audit log. Older ones are left out, which the state records. */
const maxChanges = 500;

export interface DeliveryOptions {
  now?: () => number;
  /** Ends the deliveries. A delivery that has begun is aborted and is tried again later. */
  signal?: AbortSignal;
  /** Address of the console, to which messages link. Default: messages have no link. */
  consoleUrl?: string;
}

/** Works for each webhook of an environment at the same time. */
const forEachWebhook = <Result>(
  { name }: Environment,
  webhooks: readonly Webhook[],
  work: (webhook: Webhook) => Promise<Result>,
): Promise<Result[]> =>
  Promise.all(webhooks.filter(({ environments = [name] }) => environments.includes(name)).map(work));

/** Reads the changes after a number from the audit log. @returns Oldest first. */
async function readChangesAfter({ store, trusted }: Environment, newest: DocumentRef, seq: number) {
  const changes: { entry: AuditLogEntry; ref: DocumentRef }[] = [];
  let ref = newest;
  for await (const entry of readAuditLog(store, newest, trusted)) {
    if (entry.seq <= seq || changes.length === maxChanges) break;
    changes.unshift({ entry, ref });
    if (entry.previous) ref = entry.previous;
  }
  return changes;
}

/** Reads what a webhook has yet to receive. A webhook without a state, or with a damaged one, begins with the next change. */
async function readPending(environment: Environment, { name }: Pick<Webhook, 'name'>) {
  const live = await readLiveState(environment);
  if (!live) return null;
  const { head } = live;
  const { record, tag, error } = await readRecord(environment.store, getKey(environment.name, name), WebhookState);
  const stored = { state: record ?? createState(head.seq), tag };
  // HEAD of a restored release store has a lower number than the last delivery.
  const isReset = error !== undefined || stored.state.handled > head.seq;
  if (isReset) stored.state = { ...stored.state, handled: head.seq, attempts: 0 };
  const changes =
    stored.state.handled < head.seq ? await readChangesAfter(environment, head.log, stored.state.handled) : [];
  return { stored, isReset, changes };
}

/** Records the last change that a new webhook does not receive. Another process may have come first. */
async function startWebhook({ store, name: env }: Environment, { name }: Webhook, handled: number): Promise<void> {
  await store.putIfAbsent(getKey(env, name), Buffer.from(JSON.stringify(createState(handled))));
}

/**
 * Lets new webhooks begin: they receive the changes after this call, and no earlier ones. A process that makes a change calls it
 * before the change.
 */
export async function startWebhooks(environment: Environment, webhooks: readonly Webhook[]): Promise<void> {
  const { head } = (await readLiveState(environment)) ?? {};
  await forEachWebhook(environment, webhooks, (webhook) => startWebhook(environment, webhook, head?.seq ?? 0));
}

/** Delivers the pending changes of one webhook, in their order, until one fails. */
async function deliverPending(environment: Environment, webhook: Webhook, options: DeliveryOptions): Promise<void> {
  const { now = Date.now, signal, consoleUrl } = options;
  const { store, name: env } = environment;
  const pending = await readPending(environment, webhook);
  if (!pending) return;
  let { stored } = pending;
  const key = getKey(env, webhook.name);
  if (stored.tag === null) return startWebhook(environment, webhook, stored.state.handled);
  /** @returns False when another process came first. */
  const write = async (changes: Partial<WebhookState>) => {
    const state = { ...stored.state, ...changes };
    if (!(await store.compareAndSwap(key, Buffer.from(JSON.stringify(state)), stored.tag))) return false;
    stored = { state, tag: (await store.get(key))?.tag ?? null };
    return true;
  };
  /** Gives a change up. @returns False when another process came first. */
  const giveUp = (id: string, change: number, error: string, changes: Partial<WebhookState> = {}) => {
    const failed = [...stored.state.failed, { id, change, at: now(), error }].slice(-maxFailed);
    return write({ handled: change, attempts: 0, failed, ...changes });
  };
  // Without it, a restored state counts the changes up to its old number as delivered, and a damaged one each later change.
  if (pending.isReset && !(await write({}))) return;
  for (const { entry, ref } of pending.changes) {
    if (signal?.aborted || stored.state.nextAttemptAt > now()) return;
    const { handled } = stored.state;
    if (entry.seq > handled + 1) {
      const change = entry.seq - 1;
      const error = `changes ${handled + 1} to ${change} were left out, because more than ${maxChanges} waited`;
      if (!(await giveUp(`${env}-${change}`, change, error))) return;
    }
    if (!webhook.events.includes(entry.action)) {
      if (!(await write({ handled: entry.seq, attempts: 0 }))) return;
      continue;
    }
    // Another process that delivers at the same time gives way here.
    if (!(await write({ nextAttemptAt: now() + claimMs }))) return;
    const event = await createWebhookEvent(environment, ref, consoleUrl).catch((error: unknown) => {
      if (error instanceof CorruptDocumentError) return error;
      throw error;
    });
    if (event instanceof CorruptDocumentError) {
      // A later attempt would read the same document, and the changes after this one would wait for it.
      const { message } = event;
      if (!(await giveUp(`${env}-${entry.seq}`, entry.seq, message, { nextAttemptAt: 0, lastError: message }))) return;
      continue;
    }
    const error = await sendEvent(webhook, event, now(), signal);
    if (error === null) {
      const { seq } = entry;
      await write({ handled: seq, delivered: seq, attempts: 0, nextAttemptAt: 0, lastError: null });
      continue;
    }
    const attempts = stored.state.attempts + 1;
    if (attempts < maxAttempts) {
      await write({ attempts, lastError: error, nextAttemptAt: now() + getRetryWait(attempts) });
      return;
    }
    await giveUp(event.id, entry.seq, error, { nextAttemptAt: 0, lastError: error });
  }
}

/**
 * Delivers the changes of an environment that webhooks have not received yet. The audit log is the queue: every change is in it,
 * so a process that is killed loses no delivery. A delivery can arrive twice, with the same id.
 *
 * @throws When the release store cannot be read. A receiver that fails is not an error: its state says so.
 */
export async function deliverWebhooks(
  environment: Environment,
  webhooks: readonly Webhook[],
  options: DeliveryOptions = {},
): Promise<void> {
  await forEachWebhook(environment, webhooks, (webhook) => deliverPending(environment, webhook, options));
}

/** Reports what each webhook of an environment has received, and what waits. */
export const reportWebhooks = (environment: Environment, webhooks: readonly Webhook[]): Promise<WebhookView[]> =>
  forEachWebhook(environment, webhooks, async ({ name, events }) => {
    const found = await readPending(environment, { name });
    const { handled, delivered, attempts, nextAttemptAt, lastError, failed } = found?.stored.state ?? createState(0);
    const pending = (found?.changes ?? []).filter(({ entry }) => events.includes(entry.action)).length;
    return {
      name,
      handled,
      delivered,
      pending,
      attempts,
      lastError: pending > 0 ? lastError : null,
      nextAttemptAt: pending > 0 && nextAttemptAt > 0 ? new Date(nextAttemptAt).toISOString() : null,
      givenUp: failed.map(({ change, at, error }) => ({ change, at: new Date(at).toISOString(), error })).reverse(),
    };
  });

/** Delivers the changes of an environment until `signal` aborts. @param options.interval  Default: 2,000 milliseconds. */
export const followWebhooks = (
  environment: Environment,
  webhooks: readonly Webhook[],
  {
    interval = 2000,
    onError,
    ...options
  }: Partial<PollOptions> &
    Pick<PollOptions, 'onError'> &
    Pick<DeliveryOptions, 'consoleUrl'> & { signal: AbortSignal },
): Promise<void> =>
  poll(() => deliverWebhooks(environment, webhooks, options), { interval, signal: options.signal, onError });
