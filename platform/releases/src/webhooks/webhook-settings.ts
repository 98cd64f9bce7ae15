import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findSender, isMailAddress, type MailSetting } from '@shop/mail/mail-transport';
import * as v from 'valibot';
import { auditActions } from '../change-model/changes';
import { parseJson } from '../store/parse-json';

/** Characters of the shortest secret: 128 bits in hex. */
const minSecretLength = 32;

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a webhook may use an address: https, or http to this machine, without credentials. */
function isAllowedAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.test(hostname));
}

const Settings = v.strictObject({
  webhooks: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'write lower-case letters, digits and hyphens')),
        url: v.exactOptional(
          v.pipe(
            v.string(),
            v.check(isAllowedAddress, 'give an https address without user name, or http to this machine'),
          ),
        ),
        /** Addresses that get an e-mail. */
        to: v.exactOptional(
          v.pipe(
            v.array(
              v.pipe(v.string(), v.check(isMailAddress, 'give an e-mail address, such as releases@shop.example')),
            ),
            v.minLength(1),
            v.maxLength(20),
          ),
        ),
        /** Form of the message. Default: `event`, the change as JSON with a signature. */
        format: v.exactOptional(v.picklist(['event', 'slack', 'teams', 'email'])),
        /** File with the secret that signs events, relative to the settings file. The address of a chat is its secret. */
        secretFile: v.exactOptional(v.pipe(v.string(), v.minLength(1))),
        /** Changes, as the audit log names them. Default: every change. */
        events: v.exactOptional(v.pipe(v.array(v.picklist(auditActions)), v.minLength(1))),
        /** Default: every environment. */
        environments: v.exactOptional(v.pipe(v.array(v.string()), v.minLength(1))),
      }),
    ),
    v.maxLength(20, 'name 20 webhooks at most'),
    v.check(
      (all) => all.every(({ format, url, to }) => (format === 'email' ? to && !url : url && !to)),
      'a webhook has a `url`, or the format `email` and a list `to`',
    ),
    v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two webhooks have one name'),
  ),
});

interface Receiver {
  name: string;
  events: readonly string[];
  environments?: readonly string[];
}

/** A receiver that gets a request. */
export interface RequestWebhook extends Receiver {
  format: 'event' | 'slack' | 'teams';
  url: string;
  /** Signs events. Null for a chat, which checks no signature. */
  secret: string | null;
}

/** People who get an e-mail. */
export interface MailWebhook extends Receiver {
  format: 'email';
  to: readonly string[];
  from: string;
  transport: MailSetting;
}

export type Webhook = RequestWebhook | MailWebhook;

/**
 * Reads the webhooks of a settings file, which `RELEASE_WEBHOOKS` names.
 *
 * @param transport Where e-mails go.
 * @throws When the file or a secret cannot be read, a secret is short, an address is not allowed, or e-mails have no sender. No
 *   message contains a secret.
 */
export async function readWebhooks(file: string, transport: MailSetting): Promise<Webhook[]> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) {
    throw new Error(
      `RELEASE_WEBHOOKS names ${file}, which cannot be read: correct the path, or leave RELEASE_WEBHOOKS out.`,
    );
  }
  const { webhooks } = parseJson(Settings, bytes, file);
  return Promise.all(
    webhooks.map(async ({ secretFile, format = 'event', events = auditActions, url = '', to = [], ...receiver }) => {
      if (format === 'email') return { ...receiver, format, events, to, transport, from: getSender(transport) };
      const webhook = { ...receiver, url };
      if (format !== 'event') return { ...webhook, format, events, secret: null };
      const location = path.resolve(path.dirname(file), secretFile ?? `${webhook.name}.secret`);
      const secret = (await readFile(location, 'utf8').catch(() => '')).trim();
      if (secret.length >= minSecretLength) return { ...webhook, format, events, secret };
      throw new Error(
        `The secret of the webhook ${webhook.name} in ${location} is missing or shorter than ${minSecretLength} characters: create it with openssl rand -hex 32.`,
      );
    }),
  );
}

/** Gives the sender of e-mails. Files are read on this machine, so their sender needs no address of a mail server. */
function getSender(transport: MailSetting): string {
  if (transport.kind === 'file') return 'releases@localhost';
  const sender = transport.kind === 'smtp' && findSender(transport.url);
  if (sender) return sender;
  throw new Error(
    'A webhook sends e-mails, and MAIL_TRANSPORT names no sender: set it to smtp://user:password@host:587?from=releases@shop.example.',
  );
}
