import type { RequestEvent } from './request-event';
import { formatBody, signDelivery, type WebhookEvent } from './webhook-event';
import type { Webhook } from './webhook-settings';

const timeoutMs = 5000;
/** Milliseconds during which no other process tries the same delivery. The claim covers reads of the release store too. */
export const claimMs = timeoutMs * 6;
/** Attempts until a delivery is given up: about four hours. */
export const maxAttempts = 20;
const firstRetryMs = 2000;
const maxRetryMs = 15 * 60_000;

/** Milliseconds until the next attempt. Each wait is twice as long as the one before, up to 15 minutes. */
export const getRetryWait = (attempts: number): number => Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));

/** Describes a failure by its code, such as `ECONNREFUSED`. Messages could contain the address. */
function describeFailure(error: unknown): string {
  const { name, code, cause } = (error ?? {}) as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`;
  return [cause?.code, code].find((known) => typeof known === 'string') ?? 'the connection failed';
}

/**
 * Sends one event.
 *
 * @param now  Unix milliseconds.
 * @returns Null when the receiver accepted it, else the reason. No reason contains an address or a secret.
 */
export async function sendEvent(
  webhook: Webhook,
  event: WebhookEvent | RequestEvent,
  now: number,
  signal?: AbortSignal,
): Promise<string | null> {
  const { id } = event;
  const body = formatBody(event, webhook.format);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'storefront-webhooks',
    ...(webhook.secret ? signDelivery(webhook.secret, id, Math.floor(now / 1000), body) : {}),
  };
  const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    // A redirect could lead to an address that the settings do not allow.
    const options = { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.any(ends) } as const;
    const response = await fetch(webhook.url, options);
    await response.body?.cancel();
    return response.ok ? null : `the receiver answered ${response.status}`;
  } catch (error) {
    return describeFailure(error);
  }
}
