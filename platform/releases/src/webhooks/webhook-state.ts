import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

/** Deliveries that were given up and that the state keeps. */
const maxFailed = 50;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Unix milliseconds that a date can have. */
const Time = v.pipe(Count, v.maxValue(8.64e15));

/** `webhooks/<env>/<name>.json`: what a webhook has received. Deliverers in several processes change it with compare-and-swap. */
const WebhookState = v.object({
  schema: v.literal(1),
  /** Number of the last change that was delivered, given up, or left out because the webhook does not want it. */
  handled: Count,
  /** Failed attempts of the next change. */
  attempts: Count,
  /** Unix milliseconds. No process tries before. */
  nextAttemptAt: Time,
  lastError: v.nullable(v.string()),
  /** Deliveries that were given up, newest last. */
  failed: v.pipe(
    v.array(v.object({ id: v.string(), change: Count, at: Time, error: v.string() })),
    v.maxLength(maxFailed),
  ),
});
export type WebhookState = v.InferOutput<typeof WebhookState>;

const getKey = (env: string, name: string) => `webhooks/${env}/${name}.json`;

/** The state of a webhook with the tag that a change needs. */
export interface StoredWebhookState {
  state: WebhookState;
  tag: string | null;
}

/** Reads the state of a webhook. A new webhook, or one whose state is damaged, begins after `handled`. */
export async function readWebhookState(
  store: ReleaseStore,
  env: string,
  name: string,
  handled: number,
): Promise<StoredWebhookState> {
  const key = getKey(env, name);
  const stored = await store.get(key);
  const initial: WebhookState = { schema: 1, handled, attempts: 0, nextAttemptAt: 0, lastError: null, failed: [] };
  if (!stored) return { state: initial, tag: null };
  try {
    return { state: parseJson(WebhookState, stored.bytes, key), tag: stored.tag };
  } catch {
    return { state: initial, tag: stored.tag };
  }
}

/** Replaces the state of a webhook. @returns The new tag, or null when another process came first. */
export async function writeWebhookState(
  store: ReleaseStore,
  env: string,
  name: string,
  { state, tag }: StoredWebhookState,
): Promise<StoredWebhookState | null> {
  const next = { ...state, failed: state.failed.slice(-maxFailed) };
  if (!(await store.compareAndSwap(getKey(env, name), Buffer.from(JSON.stringify(next)), tag))) return null;
  const written = await store.get(getKey(env, name));
  return written && { state: next, tag: written.tag };
}
