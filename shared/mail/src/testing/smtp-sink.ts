import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

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
 * Opens a minimal SMTP server (RFC 5321) on a free port that keeps each e-mail in memory.
 *
 * @param rejections Number of messages that it rejects first, with a temporary error that names the recipient.
 */
export async function openSmtpSink(rejections = 0): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  let remainingRejections = rejections;
  const server = createServer((socket) => serve(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function serve(socket: Socket): void {
    let recipients: string[] = [];
    let buffer = '';
    let isData = false;
    const send = (line: string) => socket.write(`${line}\r\n`);

    function takeMessage(): void {
      const end = buffer.indexOf('\r\n.\r\n');
      if (end === -1) return;
      const content = buffer.slice(0, end);
      buffer = buffer.slice(end + 5);
      isData = false;
      if (remainingRejections > 0) {
        remainingRejections -= 1;
        send(`451 Mailbox ${recipients.join()} is busy`);
      } else {
        received.push({ recipients, content });
        send('250 Stored');
      }
    }

    function runCommand(line: string): void {
      const [, recipient] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? [];
      if (recipient) recipients.push(recipient);
      if (/^MAIL /i.test(line)) recipients = [];
      if (/^QUIT/i.test(line)) {
        send('221 Bye');
        socket.end();
      } else if (/^DATA/i.test(line)) {
        isData = true;
        send('354 Go on');
      } else {
        send('250 OK');
      }
    }

    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      buffer += chunk;
      while (!isData && buffer.includes('\r\n')) {
        const end = buffer.indexOf('\r\n');
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        runCommand(line);
      }
      if (isData) takeMessage();
    });
    send('220 sink ready');
  }

  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
