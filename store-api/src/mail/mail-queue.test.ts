import type { Mail, MailTransport } from '@shop/mail/mail-transport';
import { waitUntil } from '@shop/testing/wait-until';
import { createMailQueue } from './mail-queue';

const mail: Mail = {
  from: { name: 'Shop', address: 'care@shop.example' },
  to: { name: 'Asha Rao', address: 'asha@example.com' },
  subject: 'Your order TT-1',
  text: 'Hello',
};

/** Opens a queue on a transport that fails a number of times, and then sends or never responds. */
function openQueue(failures: number, retryDelays: number[], { hangs = false } = {}) {
  const sent: Mail[] = [];
  const log: { level: string; details: object; message: string }[] = [];
  let attempts = 0;
  let isClosed = false;
  const transport: MailTransport = {
    async send(message) {
      attempts += 1;
      if (attempts <= failures) {
        throw Object.assign(new Error('550 <asha@example.com> is unknown'), { code: 'EENVELOPE' });
      }
      if (hangs) return new Promise<never>(() => {});
      sent.push(message);
    },
    close: () => {
      isClosed = true;
    },
  };
  const record = (level: string) => (details: object, message: string) => log.push({ level, details, message });
  const queue = createMailQueue(transport, { warn: record('warn'), error: record('error') }, retryDelays, 100);
  return { queue, sent, log, getAttempts: () => attempts, isClosed: () => isClosed };
}

const add = ({ queue }: ReturnType<typeof openQueue>) => queue.add('TT-1', async () => mail);

it('sends an e-mail after failed attempts', async () => {
  const test = openQueue(2, [1, 1, 1]);
  add(test);
  await waitUntil(() => test.sent.length > 0, { message: 'The e-mail was not sent.' });
  expect(test.sent).toEqual([mail]);
  expect(test.getAttempts()).toBe(3);
  expect(test.log.map(({ level }) => level)).toEqual(['warn', 'warn']);
});

it('gives up after the last retry and logs an error', async () => {
  const test = openQueue(100, [1, 1]);
  add(test);
  await waitUntil(() => test.log.some(({ level }) => level === 'error'), { message: 'The queue did not give up.' });
  await test.queue.close();
  expect(test.getAttempts()).toBe(3);
  expect(test.log.at(-1)).toEqual({
    level: 'error',
    details: { mail: 'TT-1', attempts: 3, code: 'EENVELOPE' },
    message: 'an e-mail was not sent',
  });
});

it('logs no address and no name', async () => {
  const test = openQueue(100, [1]);
  add(test);
  await waitUntil(() => test.log.length === 2, { message: 'The queue did not log both attempts.' });
  expect(JSON.stringify(test.log)).not.toMatch(/asha|rao|@/i);
});

it('counts an error while the e-mail is created as a failed attempt', async () => {
  const test = openQueue(0, []);
  test.queue.add('TT-1', () => Promise.reject(new Error('no account')));
  await waitUntil(() => test.log.length === 1, { message: 'The queue did not log the error.' });
  expect(test.log[0]).toMatchObject({ level: 'error', details: { code: 'unknown' } });
});

it('makes one last attempt for a waiting e-mail when it closes, and closes the transport', async () => {
  const test = openQueue(1, [3_600_000]);
  add(test);
  await waitUntil(() => test.log.length === 1, { message: 'The first attempt did not fail.' });
  await test.queue.close();
  expect(test.sent).toEqual([mail]);
  expect(test.isClosed()).toBe(true);
});

it.each([
  ['in its first attempt', 0, 1],
  ['in its last attempt', 1, 2],
])('gives up an e-mail %s when it closes and the mail server does not respond', async (_when, failures, attempts) => {
  const test = openQueue(failures, [3_600_000], { hangs: true });
  const onFailed = jest.fn(() => Promise.resolve());
  test.queue.add('TT-1', async () => mail, onFailed);
  await waitUntil(() => test.getAttempts() === 1, { message: 'The first attempt was not made.' });
  await waitUntil(() => test.log.length === failures, { message: 'The first attempt did not fail.' });
  await test.queue.close();
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(test.log.at(-1)).toEqual({
    level: 'error',
    details: { mail: 'TT-1', attempts, code: 'ETIMEDOUT' },
    message: 'an e-mail was not sent',
  });
  expect(test.queue.getLength()).toBe(0);
  expect(test.isClosed()).toBe(true);
});
