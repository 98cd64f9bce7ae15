import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import writeFileAtomic from 'write-file-atomic';

/** Where e-mails go. */
export type MailSetting = { kind: 'off' } | { kind: 'file'; folder: string } | { kind: 'smtp'; url: string };

export interface MailAddress {
  name: string;
  address: string;
}

export interface Mail {
  from: MailAddress;
  to: MailAddress;
  subject: string;
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

/** Timeouts of SMTP in milliseconds. */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** A message never includes files or URLs: its content comes from shoppers. */
const contentLimits = { disableFileAccess: true, disableUrlAccess: true };

/** Creates the transport of a setting. It is undefined when e-mails are off. */
export function openMailTransport(setting: MailSetting): MailTransport | undefined {
  switch (setting.kind) {
    case 'off':
      return undefined;
    case 'file':
      return createFileTransport(setting.folder);
    case 'smtp':
      return openSmtpTransport(setting.url);
  }
}

/** Writes each e-mail to an .eml file. Only the owner can read the files, because they contain personal data. */
function createFileTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...contentLimits });
  return {
    async send(mail, name) {
      const { message } = await composer.sendMail(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[:.]/g, '-');
      await writeFileAtomic(join(folder, `${time}-${name}.eml`), message as Buffer, { mode: 0o600 });
    },
    close: () => composer.close(),
  };
}

function openSmtpTransport(url: string): MailTransport {
  const transporter = createTransport({ url, ...smtpTimeouts, ...contentLimits });
  return {
    async send(mail) {
      await transporter.sendMail(mail);
    },
    close: () => transporter.close(),
  };
}
