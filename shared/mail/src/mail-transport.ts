import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createTransport } from 'nodemailer';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';

/** Where e-mails go. */
export type MailSetting = { kind: 'off' } | { kind: 'file'; folder: string } | { kind: 'smtp'; url: string };

const mailAddressPattern = /^[^\s@<>,]+@[^\s@<>,]+$/;
export const isMailAddress = (text: string): boolean => mailAddressPattern.test(text);

/** Finds the sender's address, which the URL of an SMTP server has in its parameter `from`. */
export const findSender = (url: string): string | null => new URL(url).searchParams.get('from');

/** Process variable `MAIL_TRANSPORT`, a text for {@link parseMailSetting}. */
export const mailTransportSetting = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) =>
        text === 'off' ||
        /^file:./.test(text) ||
        (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) && isMailAddress(findSender(text) ?? 'a@b')),
      'give file:<folder>, smtp://host:port, smtps://host:port?from=shop@example.com or off',
    ),
  ),
);

/**
 * Parses the value of `MAIL_TRANSPORT`. Without one, e-mails go to the folder `mail` of the data folder.
 *
 * @param root Absolute folder that a relative folder starts from.
 * @param dataDir Absolute folder.
 */
export function parseMailSetting(text: string | undefined, root: string, dataDir: string): MailSetting {
  if (text === 'off') return { kind: 'off' };
  if (text?.startsWith('smtp')) return { kind: 'smtp', url: text };
  return { kind: 'file', folder: text ? resolve(root, text.slice('file:'.length)) : resolve(dataDir, 'mail') };
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface Mail {
  from: MailAddress;
  to: MailAddress | MailAddress[];
  subject: string;
  /** `<order@shop.example>`. Two e-mails with one id are one for most mailboxes. Absent: each attempt has its own. */
  messageId?: string;
  /** Plain text is the only body: no e-mail program hides a link behind other words. */
  text: string;
}

export interface MailTransport {
  /**
   * Sends an e-mail.
   *
   * @param name Part of the file name of the file transport, for example the order number.
   */
  send(mail: Mail, name: string): Promise<void>;
  close(): void;
}

/** Milliseconds that the connection and the greeting of an SMTP server may take. */
const defaultTimeoutMs = 10_000;

/** A message never includes files or URLs: its content comes from people. */
const contentLimits = { disableFileAccess: true, disableUrlAccess: true };

/** Marks an e-mail as sent by a program, so that mailboxes send no automatic reply: RFC 3834. */
const mailDefaults = { headers: { 'Auto-Submitted': 'auto-generated' } };

/**
 * Creates the transport of a setting. It is undefined when e-mails are off.
 *
 * @param timeoutMs Milliseconds that an SMTP server may take for the connection and the greeting. Each response may take six times as long.
 */
export function openMailTransport(setting: MailSetting, timeoutMs = defaultTimeoutMs): MailTransport | undefined {
  switch (setting.kind) {
    case 'off':
      return undefined;
    case 'file':
      return createFileTransport(setting.folder);
    case 'smtp':
      return openSmtpTransport(setting.url, timeoutMs);
  }
}

/** Writes each e-mail to an .eml file. Only the owner can read the files, because they contain personal data. */
function createFileTransport(folder: string): MailTransport {
  const composer = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows', ...contentLimits },
    mailDefaults,
  );
  return {
    async send(mail, name) {
      const { message } = await composer.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      await writeFileAtomic(resolve(folder, `${time}-${name}.eml`), message as Buffer, { mode: 0o600 });
    },
    close: () => composer.close(),
  };
}

function openSmtpTransport(url: string, timeoutMs: number): MailTransport {
  // A server may examine a message for long before it responds: RFC 5321, 4.5.3.2.6.
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: 6 * timeoutMs };
  // Without TLS, others could read the password and the order. A parameter `requireTLS` of the URL takes precedence.
  const { protocol, username, password } = new URL(url);
  const requireTLS = protocol === 'smtp:' && Boolean(username || password);
  // Servers limit the connections of a client.
  const options = { maxConnections: 5, requireTLS, ...timeouts, ...contentLimits };
  const transporter = createTransport({ url, pool: true, ...options }, mailDefaults);
  return {
    async send(mail) {
      await transporter.sendMail(mail);
    },
    close: () => transporter.close(),
  };
}
