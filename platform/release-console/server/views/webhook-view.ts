import type { Environment } from '@shop/releases/state/environment';
import { reportWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { WebhookView } from '../../api/responses';

/**
 * Loads what each webhook of an environment has received. The fields are named one by one, so that no secret and no address
 * reaches the page.
 */
export async function loadWebhookViews(environment: Environment, webhooks: readonly Webhook[]): Promise<WebhookView[]> {
  const reports = await reportWebhooks(environment, webhooks);
  return reports.map(({ name, handled, pending, attempts, lastError, nextAttemptAt, failed }) => ({
    name,
    handled,
    pending,
    attempts,
    lastError: pending > 0 ? lastError : null,
    nextAttemptAt: nextAttemptAt ? new Date(nextAttemptAt).toISOString() : null,
    givenUp: failed.map(({ change, at, error }) => ({ change, at: new Date(at).toISOString(), error })).reverse(),
  }));
}
