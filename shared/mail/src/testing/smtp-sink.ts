import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** Addresses of the envelope. */
  recipients: string[];
  /** The message as it was transferred. */
  content: string;
}

export interface SmtpSink {
  url: string;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/**
 * Opens an SMTP server on a free port that keeps each e-mail in memory. It has no TLS, and accepts any password.
 *
 * @param rejections Number of messages that it rejects first, with a temporary error that names the recipient.
 * @param limits `connections` at a time, default: any number; `delayMs` until it responds to a message, default: 0.
 */
export async function openSmtpSink(
  rejections = 0,
  { connections, delayMs = 0 }: { connections?: number; delayMs?: number } = {},
): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  let remainingRejections = rejections;
  const sink = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (_credentials, _session, callback) => callback(null, { user: 'anyone' }),
    // A machine without a name server would delay the greeting.
    disableReverseLookup: true,
    ...(connections && { maxClients: connections }),
    onData: (stream, { envelope }, callback) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const store = (content: string) => {
        if (remainingRejections-- > 0) {
          return callback(Object.assign(new Error(`Mailbox ${recipients.join()} is busy`), { responseCode: 451 }));
        }
        received.push({ recipients, content });
        setTimeout(callback, delayMs);
      };
      text(stream).then(store, callback);
    },
  });
  sink.listen(0, '127.0.0.1');
  await once(sink.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => sink.close(resolve)),
  };
}
