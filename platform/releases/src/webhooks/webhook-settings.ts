import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { auditActions } from '../change-model/changes';
import { parseJson } from '../store/parse-json';
import { settingsObject } from '../store/schemas';
import { requestEvents } from './request-event';

const webhookEvents = [...auditActions, ...requestEvents];

/** Start of a secret of Standard Webhooks. */
export const secretPrefix = 'whsec_';

/** A secret of Standard Webhooks with 24 bytes or more, or another text with 32 characters or more: 128 bits in hex. */
const secretPattern = /^(?:whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?!whsec_).{32,})$/s;

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a webhook may use an address: https, or http to this machine, without credentials. */
function isAllowedAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.test(hostname));
}

const Settings = settingsObject({
  webhooks: v.pipe(
    v.array(
      settingsObject({
        name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'write lower-case letters, digits and hyphens')),
        /** Form of the message. Default: `event`, the change as JSON with a signature. */
        format: v.exactOptional(
          v.picklist(
            ['event', 'slack'],
            'use slack, or event with a receiver that passes changes on to Teams or e-mail',
          ),
        ),
        url: v.pipe(
          v.string(),
          v.check(isAllowedAddress, 'give an https address without user name, or http to this machine'),
        ),
        /** File with the secret that signs events, relative to the settings file. The address of a chat is its secret. */
        secretFile: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
        /** Changes, as the audit log names them, and events of requests. Default: all of them. */
        events: v.exactOptional(v.pipe(v.array(v.picklist(webhookEvents)), v.minLength(1))),
        /** Default: every environment. */
        environments: v.exactOptional(v.pipe(v.array(v.string()), v.minLength(1))),
      }),
    ),
    v.maxLength(20, 'name 20 webhooks at most'),
    v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two webhooks have one name'),
  ),
});

/** A receiver of changes. */
export interface Webhook {
  name: string;
  events: readonly string[];
  environments?: readonly string[];
  format: 'event' | 'slack';
  url: string;
  /** Signs events. Null for a chat, which checks no signature. */
  secret: string | null;
}

/**
 * Reads the webhooks of a settings file, which `RELEASE_WEBHOOKS` names.
 *
 * @throws When the file or a secret cannot be read, a secret is short or not base64 after its prefix, or an address is
 * not allowed. No message contains a secret.
 */
export async function readWebhooks(file: string): Promise<Webhook[]> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) {
    throw new Error(
      `RELEASE_WEBHOOKS names ${file}, which cannot be read: correct the path, or leave RELEASE_WEBHOOKS out.`,
    );
  }
  const { webhooks } = parseJson(Settings, bytes, file);
  return Promise.all(
    webhooks.map(async ({ secretFile, format = 'event', events = webhookEvents, ...webhook }) => {
      if (format === 'slack') return { ...webhook, format, events, secret: null };
      const location = path.resolve(path.dirname(file), secretFile ?? `${webhook.name}.secret`);
      const secret = (await readFile(location, 'utf8').catch(() => '')).trim();
      if (secretPattern.test(secret)) return { ...webhook, format, events, secret };
      throw new Error(
        `The secret of the webhook ${webhook.name} in ${location} is missing, short or not base64 after ${secretPrefix}: create it with echo "whsec_$(openssl rand -base64 32)".`,
      );
    }),
  );
}
