import { createHmac } from 'node:crypto';
import { formatRecord, readRecord } from '../history/read-history';
import { readSources } from '../history/read-sources';
import type { AuditLogEntry } from '../state/audit-log';
import { getReleases } from '../state/composition';
import type { Environment } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import {
  formatRequest,
  formatSources,
  formatVersions,
  type RequestEvent,
  toVersionChanges,
  type VersionChange,
} from './request-event';
import { secretPrefix, type Webhook } from './webhook-settings';

/** The body of a webhook about a change that was made. It holds what the audit log says of a change, and no slots, key or signed link. */
export interface WebhookEvent {
  /** Identifies the change. Every attempt to deliver it has the same id. */
  id: string;
  environment: string;
  change: number;
  event: AuditLogEntry['action'];
  /** What the person did, after the name: `halted the canary of mf-catalog`. */
  text: string;
  /** Versions before and after: of the live composition, or of a canary that started. Null for an app that is not there. */
  changes: VersionChange[];
  /** The change in the console. Null where no service delivers. */
  url: string | null;
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

/**
 * Creates the event of a change.
 *
 * @param ref  The entry in the audit log.
 * @param consoleUrl  Address of the console, without a slash at the end. Null: there is none.
 */
export async function createWebhookEvent(
  environment: Environment,
  ref: DocumentRef,
  consoleUrl: string | null = null,
): Promise<WebhookEvent> {
  const { name } = environment;
  const record = await readRecord(environment, ref);
  const { entry, live } = record;
  const { canary, canaries, halted } = entry;
  return {
    id: `${name}-${entry.seq}-${ref.sha256.slice(0, 16)}`,
    environment: name,
    change: entry.seq,
    event: entry.action,
    text: formatRecord(record),
    changes: toVersionChanges(record.changes, await readSources(environment, record.changes)),
    url: consoleUrl && `${consoleUrl}/#/${name}/history?change=${entry.seq}`,
    at: entry.at,
    by: entry.by,
    reason: entry.reason,
    isForced: entry.isForced,
    canary: canary ? { apps: canary.apps, owner: canary.owner } : null,
    app: entry.app ?? null,
    canaries: canaries.map(({ apps, owner, share }) => ({ apps, owner, share })),
    halted: halted.map(({ apps, owner, reason }) => ({ apps, owner, reason })),
    live: Object.fromEntries(getReleases(live).map(({ app, version }) => [app, version])),
  };
}

/** Formats a change for a chat: `production, change 7: asha promoted mf-a 1.1.0 to every visitor (mf-a 1.0.0 → 1.1.0). Reason: sale`. */
function formatChangeText(event: WebhookEvent): string {
  const { environment, change, changes, reason, isForced, halted, by, text } = event;
  return [
    `${environment}, change ${change}: ${by} ${text}`,
    ...(changes.length > 0 ? [` (${changes.map(formatVersions).join(', ')})`] : []),
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
export function formatBody(event: WebhookEvent | RequestEvent, format: Webhook['format']): string {
  if (format === 'event') return JSON.stringify(event);
  const [text, link] =
    'request' in event
      ? [formatRequest(event), 'Waiting in the console']
      : [formatChangeText(event), `Change ${event.change} in the console`];
  // Slack reads `<!channel>` in a reason as a call of everyone in the channel.
  const quote = (part: string) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const formatLink = (part: string, url: string | undefined) =>
    url ? `<${quote(url).replaceAll('|', '%7C')}|${quote(part)}>` : quote(part);
  const lines = [quote(text), ...formatSources(event.changes, formatLink)];
  return JSON.stringify({ text: [...lines, ...(event.url ? [formatLink(link, event.url)] : [])].join('\n') });
}

/** The key of a secret. A secret of Standard Webhooks is base64 after its prefix; of another one, the text is the key. */
const toKey = (secret: string): Buffer =>
  secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : Buffer.from(secret);

/**
 * Signs a delivery as Standard Webhooks does: HMAC-SHA256 over id, timestamp and body.
 *
 * @param seconds  Unix seconds of this attempt. A receiver rejects an old one, so that a third party cannot send it again later.
 * @see https://www.standardwebhooks.com
 */
export function signDelivery(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const signature = createHmac('sha256', toKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
