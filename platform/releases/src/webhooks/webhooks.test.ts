import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { lock, unlock } from '../actions/lock';
import { rollback } from '../actions/rollback';
import { complete, halt, rollout } from '../actions/rollout';
import { auditActions } from '../change-model/changes';
import { publishBuild } from '../testing/fake-build';
import { findFreePort } from '../testing/free-port';
import { createMemoryStore } from '../testing/memory-store';
import { writeReleaseLog } from '../testing/release-log';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { createTestFolder, startTestServer } from '../testing/test-resources';
import { createShopWithTwoVersions, promoteFake, publishFake, readLive } from '../testing/test-shop';
import { deliverWebhooks, reportWebhooks, startWebhooks } from './deliver-webhooks';
import { signDelivery, type WebhookEvent } from './webhook-event';
import { readWebhooks, type Webhook } from './webhook-settings';

const secret = '0123456789abcdef0123456789abcdef';

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
  event: WebhookEvent;
}

/** Starts a receiver on this machine. @param answer  Status of each response. */
async function startReceiver(answer: () => number = () => 204, port = 0) {
  const received: Received[] = [];
  const server = await startTestServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body, event: JSON.parse(body) });
      response.writeHead(answer(), { location: 'http://127.0.0.1:1/internal' }).end();
    });
  }, port);
  return { received, ...server };
}

const createWebhook = (port: number, changes: Partial<Webhook> = {}): Webhook => ({
  name: 'chat',
  url: `http://127.0.0.1:${port}/hook`,
  secret,
  format: 'event',
  events: auditActions,
  ...changes,
});

test('delivers every kind of change once, in order, with a valid signature and without secrets', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const webhooks = [createWebhook(port)];
  const deliver = () => deliverWebhooks(environment, webhooks);
  await deliver();
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await rollout(environment, 50, testAuthor, passingGates);
  await halt(environment, testAuthor);
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await complete(environment, testAuthor, passingGates);
  await rollback(environment, testAuthor, passingGates);
  await lock(environment, 'mf-a', testAuthor);
  await unlock(environment, 'mf-a', testAuthor);
  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();
  const events = received.map(({ event }) => event);
  expect(events.map(({ event, change }) => [event, change])).toEqual([
    ['canary', 2],
    ['rollout', 3],
    ['halt', 4],
    ['canary', 5],
    ['complete', 6],
    ['rollback', 7],
    ['lock', 8],
    ['unlock', 9],
  ]);
  expect(events.map(({ app }) => app)).toEqual([null, null, null, null, null, null, 'mf-a', 'mf-a']);
  expect(new Set(events.map(({ id }) => id)).size).toBe(8);
  expect(events[1]).toMatchObject({
    environment: 'production',
    by: 'asha',
    reason: 'a test',
    url: null,
    canary: { apps: ['mf-a'], owner: 'asha' },
    canaries: [{ apps: ['mf-a'], owner: 'asha', share: 50 }],
    live: { shell: '1.0.0', 'mf-a': '1.0.0' },
  });
  for (const { headers, body, event } of received) {
    const signed = `${event.id}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(60);
    expect(body).not.toMatch(/slots|secret|signature/);
  }
});

test('signs with a secret of Standard Webhooks as its example does', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const standard = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  expect(signDelivery(standard, id, 1_614_265_330, '{"test": 2432232314}')).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('sends a chat a message about the change, in the form of Slack and without a signature', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const chats = [createWebhook(port, { format: 'slack', secret: null, events: ['canary', 'halt', 'lock'] })];
  await startWebhooks(environment, chats);
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await halt(environment, { by: 'asha', reason: '<!channel> prices & cards' });
  await lock(environment, 'mf-a', { by: 'asha', reason: '' });
  await deliverWebhooks(environment, chats, { consoleUrl: 'https://releases.example' });
  const linkTo = (change: number) =>
    `\n<https://releases.example/#/production/history?change=${change}|Change ${change} in the console>`;
  const started = 'asha promoted mf-a 2.0.0 to 10 % of the visitors (mf-a 1.0.0 → 2.0.0). Reason: a test';
  const halted = 'asha halted the canary of mf-a 2.0.0. Reason: &lt;!channel&gt; prices &amp; cards';
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { text: `production, change 2: ${started.replaceAll('>', '&gt;')}${linkTo(2)}` },
    { text: `production, change 3: ${halted}${linkTo(3)}` },
    { text: `production, change 4: asha locked mf-a${linkTo(4)}` },
  ]);
  expect(received.map(({ headers }) => headers['webhook-signature'])).toEqual([undefined, undefined, undefined]);
});

test('names the commit and the pipeline of new versions, with links by the policy', async () => {
  const { environment } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const build = { app: 'mf-a', version: '3.0.0', content: '3.0.0', paths: { home: '/mf-a' } };
  const version = await publishBuild(environment.store, build, { commit: 'c0ffee1234567', pipeline: '812' });
  const links = { commit: 'https://git.example/-/commit/{commit}' };
  const linked = { ...environment, loadRules: async () => ({ slots: {}, connect: {}, links }) };
  const webhooks = [createWebhook(port), createWebhook(port, { name: 'team', format: 'slack', secret: null })];
  await startWebhooks(environment, webhooks);
  await promoteFake(environment, [version]);
  for (const webhook of webhooks) await deliverWebhooks(linked, [webhook]);
  const commitUrl = 'https://git.example/-/commit/c0ffee1234567';
  expect(received[0]?.event.changes).toEqual([
    { app: 'mf-a', before: '1.0.0', after: '3.0.0', source: { commit: 'c0ffee1234567', commitUrl, pipeline: '812' } },
  ]);
  expect(JSON.parse(received[1]?.body ?? '').text.split('\n')).toEqual([
    expect.stringMatching(/^production, change 2: asha promoted mf-a 3\.0\.0 to every visitor/),
    `mf-a 3.0.0: <${commitUrl}|commit c0ffee1>, pipeline 812`,
  ]);
});

test('repeats a delivery to a receiver that was down, with the same id, and delivers what came in between', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const clock = { now: Date.now() };
  const first = await startReceiver(undefined, await findFreePort());
  const webhooks = [createWebhook(first.port)];
  const deliver = () => deliverWebhooks(environment, webhooks, { now: () => clock.now });
  await deliver();
  await first.stop();
  await promoteFake(environment, [versionTwo]);
  await lock(environment, 'mf-a', testAuthor);
  await deliver();
  expect(await reportWebhooks(environment, webhooks)).toEqual([
    expect.objectContaining({
      pending: 2,
      attempts: 1,
      lastError: 'ECONNREFUSED',
      nextAttemptAt: new Date(clock.now + 2000).toISOString(),
    }),
  ]);
  const busy = await startReceiver(() => 503, first.port);
  await deliver();
  expect(busy.received).toEqual([]);
  clock.now += 2000;
  await deliver();
  expect(await reportWebhooks(environment, webhooks)).toMatchObject([
    { attempts: 2, lastError: 'the receiver answered 503', nextAttemptAt: new Date(clock.now + 4000).toISOString() },
  ]);
  await busy.stop();
  const second = await startReceiver(() => 200, first.port);
  clock.now += 4000;
  await deliver();
  expect(second.received.map(({ event }) => event.event)).toEqual(['promote', 'lock']);
  expect(second.received[0]?.event.id).toBe(busy.received[0]?.event.id);
  expect(await reportWebhooks(environment, webhooks)).toMatchObject([
    { pending: 0, attempts: 0, delivered: 3, givenUp: [] },
  ]);
});

test('gives a delivery up after twenty attempts, reports it, and delivers the next change', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const clock = { now: Date.now() };
  let status = 500;
  const { received, port } = await startReceiver(() => status);
  const webhooks = [createWebhook(port)];
  const deliver = async () => {
    await deliverWebhooks(environment, webhooks, { now: () => clock.now });
    clock.now += 15 * 60_000;
  };
  await deliver();
  await promoteFake(environment, [versionTwo]);
  for (let attempt = 0; attempt < 19; attempt++) await deliver();
  expect((await reportWebhooks(environment, webhooks))[0]).toMatchObject({ attempts: 19, pending: 1, givenUp: [] });
  await deliver();
  expect((await reportWebhooks(environment, webhooks))[0]).toMatchObject({
    pending: 0,
    delivered: null,
    givenUp: [{ change: 2, error: 'the receiver answered 500' }],
  });
  status = 204;
  await lock(environment, 'mf-a', testAuthor);
  await deliver();
  expect(received.at(-1)?.event.change).toBe(3);
});

test('gives a change with a damaged composition up at once, reports it, and delivers the next change', async () => {
  const { environment, versionTwo, shell } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const webhooks = [createWebhook(port)];
  await startWebhooks(environment, webhooks);
  const { key } = (await promoteFake(environment, [versionTwo])).head.live;
  await promoteFake(environment, [await publishFake(environment.store, shell.app, '2.0.0')]);
  await lock(environment, 'mf-a', testAuthor);
  const stored = await environment.store.get(key);
  await environment.store.compareAndSwap(key, Buffer.from('{'), stored?.tag ?? null);
  await deliverWebhooks(environment, webhooks);
  expect(received.map(({ event }) => event.change)).toEqual([4]);
  const error = `${key} has other bytes than its reference says`;
  // Change 3 compares with the composition before it.
  expect(await reportWebhooks(environment, webhooks)).toMatchObject([
    {
      ...{ pending: 0, attempts: 0, delivered: 4 },
      givenUp: [
        { change: 3, error },
        { change: 2, error },
      ],
    },
  ]);
});

test('follows no redirect, leaves out unwanted events and environments, and survives a damaged state', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const redirecting = await startReceiver(() => 302);
  const { received, port } = await startReceiver();
  const webhooks = [
    createWebhook(redirecting.port, { name: 'redirecting' }),
    createWebhook(port, { name: 'locks', events: ['lock'] }),
    createWebhook(port, { name: 'staging', environments: ['staging'] }),
  ];
  await deliverWebhooks(environment, webhooks);
  await promoteFake(environment, [versionTwo]);
  await lock(environment, 'mf-a', testAuthor);
  await deliverWebhooks(environment, webhooks);
  expect(received.map(({ event }) => event.event)).toEqual(['lock']);
  const [report, ...others] = await reportWebhooks(environment, webhooks);
  expect(report).toMatchObject({ name: 'redirecting', lastError: 'the receiver answered 302' });
  expect(others.map(({ name }) => name)).toEqual(['locks']);
  const stored = await environment.store.get('webhooks/production/locks.json');
  await environment.store.compareAndSwap('webhooks/production/locks.json', Buffer.from('{'), stored?.tag ?? null);
  await deliverWebhooks(environment, webhooks);
  expect(received).toHaveLength(1);
  await unlock(environment, 'mf-a', testAuthor);
  await lock(environment, 'mf-a', testAuthor);
  await deliverWebhooks(environment, webhooks);
  expect(received.map(({ event }) => event.change)).toEqual([3, 5]);
});

test('leaves out the oldest of more than 500 waiting changes, and reports them', async () => {
  const objects = new Map<string, Uint8Array>();
  const environment = createTestEnvironment(createMemoryStore(objects));
  const write = (key: string, bytes: Uint8Array) => void objects.set(key, bytes);
  await writeReleaseLog(environment, { entries: 510, releases: 2, write });
  const state = { schema: 1, handled: 5, attempts: 0, nextAttemptAt: 0, lastError: null, failed: [] };
  write('webhooks/production/chat.json', Buffer.from(JSON.stringify(state)));
  // The log has no rollback, so that nothing is sent.
  const webhooks = [createWebhook(1, { events: ['rollback'] })];
  await deliverWebhooks(environment, webhooks);
  const error = 'changes 6 to 10 were left out, because more than 500 waited';
  expect(await reportWebhooks(environment, webhooks)).toMatchObject([
    { handled: 510, givenUp: [{ change: 10, error }] },
  ]);
});

test('a new webhook starts with the next change, also when the command that makes the change delivers it', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const webhooks = [createWebhook(port)];
  expect(await reportWebhooks(environment, webhooks)).toMatchObject([{ handled: 1, delivered: null, pending: 0 }]);
  await startWebhooks(environment, webhooks);
  await promoteFake(environment, [versionTwo]);
  // A second start skips nothing.
  await startWebhooks(environment, webhooks);
  await deliverWebhooks(environment, webhooks);
  expect(received.map(({ event }) => event.change)).toEqual([2]);
});

test('a webhook receives each change after a restore of an earlier release store', async () => {
  const { environment } = await createShopWithTwoVersions();
  const { received, port } = await startReceiver();
  const webhooks = [createWebhook(port, { events: ['unlock'] })];
  await startWebhooks(environment, webhooks);
  const key = 'webhooks/production/chat.json';
  const stored = await environment.store.get(key);
  const state = { ...JSON.parse(Buffer.from(stored?.bytes ?? []).toString()), handled: 3, delivered: 3 };
  await environment.store.compareAndSwap(key, Buffer.from(JSON.stringify(state)), stored?.tag ?? null);
  await deliverWebhooks(environment, webhooks);
  await lock(environment, 'mf-a', testAuthor);
  await unlock(environment, 'mf-a', testAuthor);
  await deliverWebhooks(environment, webhooks);
  expect(received.map(({ event }) => event.change)).toEqual([3]);
});

test('the first change of an environment is the first one that a webhook receives', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const staging = { ...environment, name: 'staging' };
  const { received, port } = await startReceiver();
  await startWebhooks(staging, [createWebhook(port)]);
  const shell = (await readLive(environment)).live.shell;
  await promoteFake(staging, [...(shell ? [shell] : []), versionTwo]);
  await deliverWebhooks(staging, [createWebhook(port)]);
  expect(received.map(({ event }) => [event.environment, event.change])).toEqual([['staging', 1]]);
});

describe('the settings file', () => {
  const folder = createTestFolder();
  const file = path.join(folder, 'webhooks.json');
  const write = (webhook: object, text = secret) => {
    writeFileSync(path.join(folder, 'secret'), `${text}\n`);
    writeFileSync(file, JSON.stringify({ webhooks: [{ name: 'chat', secretFile: 'secret', ...webhook }] }));
    return readWebhooks(file);
  };

  it.each(['https://hooks.example/x', 'http://localhost:4000/', 'http://127.0.0.1:1/x', 'http://[::1]:1/'])(
    'accepts %s',
    async (url) => {
      expect(await write({ url })).toMatchObject([{ name: 'chat', url, secret }]);
    },
  );

  it.each([
    'http://hooks.example/x',
    'http://169.254.169.254/latest',
    'http://127.0.0.1.evil.example/',
    'https://user:password@hooks.example/',
    'file:///etc/passwd',
    'hooks.example',
  ])('refuses %s', async (url) => {
    await expect(write({ url })).rejects.toThrow('give an https address without user name, or http to this machine');
  });

  it.each([
    { format: 'teams', url: 'https://hooks.example/x' },
    { format: 'email', to: ['managers@shop.example'] },
  ])('refuses the format $format, and says what to use', async (webhook) => {
    await expect(write(webhook)).rejects.toThrow(
      'webhooks.0.format: use slack, or event with a receiver that passes changes on to Teams or e-mail',
    );
  });

  it.each(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${Buffer.alloc(32, 'x').toString('base64')}`])(
    'accepts the secret %s of Standard Webhooks',
    async (text) => {
      expect(await write({ url: 'https://hooks.example/' }, text)).toMatchObject([{ secret: text }]);
    },
  );

  it.each([
    '',
    'less than 32 characters',
    `whsec_${Buffer.alloc(23, 'x').toString('base64')}`,
    `whsec_${'not base64! '.repeat(4)}`,
  ])('refuses the secret "%s", and does not print it', async (text) => {
    await expect(write({ url: 'https://hooks.example/' }, text)).rejects.toThrow(
      /^The secret of the webhook chat in \S+secret is missing, short or not base64 after whsec_: create it with echo "whsec_\$\(openssl rand -base64 32\)"\.$/,
    );
  });

  it('names a file that is missing', async () => {
    await expect(readWebhooks(path.join(folder, 'none.json'))).rejects.toThrow('which cannot be read');
  });
});
