import { createHmac } from 'node:crypto';
import { type AuditLogEntry, formatLockedApp } from '../state/audit-log';
import { getReleases, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import type { Webhook } from './webhook-settings';

/** The body of a webhook. It holds what the audit log says of a change, and no salt, key or link. */
export interface WebhookEvent {
  /** Identifies the change. Every attempt to deliver it has the same id. */
  id: string;
  environment: string;
  change: number;
  event: AuditLogEntry['action'];
  at: string;
  by: string;
  reason: string;
  isForced: boolean;
  canary: { apps: string[]; owner: string } | null;
  /** The app of a lock or an unlock; `*` is the environment. Null for other changes. */
  app: string | null;
  /** Running canaries after the change. The share is in percent. */
  canaries: { apps: string[]; owner: string; share: number }[];
  /** Canaries of other apps that ended with the change. */
  halted: { apps: string[]; owner: string; reason: string }[];
  /** Version of each live app after the change. */
  live: Record<string, string>;
}

/** Creates the event of a change. @param ref  The entry in the audit log. */
export async function createWebhookEvent(
  { store, trusted, name }: Environment,
  entry: AuditLogEntry,
  ref: DocumentRef,
): Promise<WebhookEvent> {
  const composition = await readComposition(store, entry.live, trusted);
  const { canary, canaries, halted } = entry;
  return {
    id: `${name}-${entry.seq}-${ref.sha256.slice(0, 16)}`,
    environment: name,
    change: entry.seq,
    event: entry.action,
    at: entry.at,
    by: entry.by,
    reason: entry.reason,
    isForced: entry.isForced,
    canary: canary ? { apps: canary.apps, owner: canary.owner } : null,
    app: entry.app ?? null,
    canaries: canaries.map(({ apps, owner, share }) => ({ apps, owner, share })),
    halted: halted.map(({ apps, owner, reason }) => ({ apps, owner, reason })),
    live: Object.fromEntries(getReleases(composition).map(({ app, version }) => [app, version])),
  };
}

const actionTexts: Record<AuditLogEntry['action'], string> = {
  promote: 'promoted a release',
  canary: 'started the canary',
  rollout: 'raised the canary',
  pause: 'paused the stages of the canary',
  resume: 'resumed the stages of the canary',
  complete: 'completed the canary',
  halt: 'halted the canary',
  rollback: 'rolled back',
  lock: 'locked',
  unlock: 'unlocked',
  'recover-head': 'repaired HEAD',
};

/** Formats a change for a chat: `production, change 7: asha halted the canary of mf-catalog. Reason: prices are missing`. */
function formatText(webhookEvent: WebhookEvent): string {
  const { environment, change, event, by, app, reason, isForced, canary, canaries, halted } = webhookEvent;
  const share = canary && canaries.find(({ apps }) => apps.join() === canary.apps.join())?.share;
  return [
    `${environment}, change ${change}: ${by} ${actionTexts[event]}`,
    ...(app === null ? [] : [` ${formatLockedApp(app)}`]),
    ...(canary ? [` of ${canary.apps.join(' and ')}`] : []),
    ...(share !== undefined && share !== null ? [` at ${share} %`] : []),
    ...(isForced ? [', against the gates'] : []),
    ...(reason ? [`. Reason: ${reason}`] : []),
    ...halted.map(({ apps, owner }) => `. This ended the canary of ${apps.join(' and ')} (${owner})`),
  ].join('');
}

/**
 * Formats the body of a delivery.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function formatBody(event: WebhookEvent, format: Webhook['format']): string {
  if (format === 'event') return JSON.stringify(event);
  const text = formatText(event);
  // Slack reads `<!channel>` in a reason as a call of everyone in the channel.
  return JSON.stringify({ text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') });
}

/**
 * Signs a delivery as Standard Webhooks does: HMAC-SHA256 over id, timestamp and body.
 *
 * @param seconds  Unix seconds of this attempt. A receiver rejects an old one, so that a third party cannot send it again later.
 * @see https://www.standardwebhooks.com
 */
export function signDelivery(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
