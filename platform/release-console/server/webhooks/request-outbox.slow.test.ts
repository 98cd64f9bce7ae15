import { startTestServer } from '@shop/releases/testing/test-resources';
import { deliverWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import { requestEvents } from '@shop/releases/webhooks/request-event';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import { endExpiredRequests } from '../changes/decide-request';
import { runDueSchedule } from '../schedules/run-schedules';
import { canary, createTestConsole, env, policy, publicUrl, soon } from '../testing/test-console';

const approvals = { production: { approvals: { 'mf-a': 1 } } };
const withApprovals = { ...policy, environments: approvals };

/** Starts a receiver on this machine. @param answer  Status of each response. */
async function startReceiver(answer: () => number = () => 204) {
  const received: Record<string, unknown>[] = [];
  const { port } = await startTestServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.writeHead(answer()).end();
    });
  });
  const webhook: Webhook = {
    name: 'managers',
    url: `http://127.0.0.1:${port}/`,
    secret: null,
    format: 'event',
    events: requestEvents,
  };
  return { received, webhook };
}

const report = (line: string) => {
  throw new Error(line);
};

/** Opens a console whose receiver has heard of the first policy. */
async function openConsole(received: unknown[], options: Parameters<typeof createTestConsole>[0]) {
  const opened = await createTestConsole(options);
  await opened.service.outbox.deliver(report);
  expect(received.splice(0)).toHaveLength(1);
  return opened;
}

it('sends a request, its reviewers, a comment and the approval, with versions, people, reason and a link', async () => {
  const { received, webhook } = await startReceiver();
  const { service, asha, ravi } = await openConsole(received, { policy: withApprovals, webhooks: [webhook] });
  const { id } = (await asha.post('/api/promote', canary)).json().approval;
  expect((await asha.post('/api/reviewers', { id, reviewers: ['meera'] })).statusCode).toBe(200);
  await ravi.post('/api/comment', { id, text: 'why now?' });
  await ravi.post('/api/approvals', { id, isApproved: true });
  await service.outbox.deliver(report);
  const promotion = 'Promote mf-a 1.1.0 to 10 % of the visitors';
  expect(received.map(({ event, by, text }) => [event, by, text])).toEqual([
    ['requested', 'asha', `requested approval: ${promotion}`],
    ['asked', 'asha', `asked meera to approve: ${promotion}`],
    ['commented', 'ravi', `commented “why now?”: ${promotion}, requested by asha`],
    ['approved', 'ravi', `approved: ${promotion}, requested by asha`],
  ]);
  expect(received[0]).toMatchObject({
    environment: env,
    request: id,
    reason: 'faster lists',
    isForced: false,
    changes: [{ app: 'mf-a', before: '1.0.0', after: '1.1.0' }],
    url: `${publicUrl}/#/waiting?request=${id}`,
  });
  expect(new Set(received.map((event) => event.id)).size).toBe(4);
  await service.outbox.deliver(report);
  expect(received).toHaveLength(4);
});

it('sends a rejection, a cancellation, and a request without a decision for a day', async () => {
  const { received, webhook } = await startReceiver();
  const { clock, service, asha, ravi } = await createTestConsole({
    policy: withApprovals,
    webhooks: [{ ...webhook, events: ['rejected', 'expired'] }],
  });
  const ask = async () => (await asha.post('/api/promote', canary)).json().approval.id;
  await ravi.post('/api/approvals', { id: await ask(), isApproved: false });
  await asha.post('/api/approvals', { id: await ask(), isApproved: false });
  await ask();
  await endExpiredRequests(service);
  clock.elapsedMs += 24 * 60 * 60 * 1000;
  await endExpiredRequests(service);
  await endExpiredRequests(service);
  await service.outbox.deliver(report);
  expect(received.map(({ event, by, text }) => [event, by, String(text).split(':')[0]])).toEqual([
    ['rejected', 'ravi', 'rejected'],
    ['rejected', 'asha', 'cancelled the request'],
    ['expired', 'asha', 'got no approval in time'],
  ]);
});

it('sends the first changes of a new environment', async () => {
  const { received, webhook } = await startReceiver();
  const webhooks: Webhook[] = [{ ...webhook, events: ['promote', 'lock'] }];
  const { ravi, environment } = await createTestConsole({ webhooks });
  const staging = { env: 'staging', reason: 'opening' };
  const apps = ['shell@1.0.0', 'mf-a@1.0.0'];
  expect((await ravi.post('/api/promote', { ...staging, seq: 0, releases: apps })).json()).toMatchObject({ seq: 1 });
  expect((await ravi.post('/api/lock', { ...staging, seq: 1, app: '*' })).json()).toMatchObject({ seq: 2 });
  await deliverWebhooks({ ...environment, name: 'staging' }, webhooks);
  expect(received.map(({ event, environment: name }) => [event, name])).toEqual([
    ['promote', 'staging'],
    ['lock', 'staging'],
  ]);
});

it('sends the first change of a new environment when people approve it, and when it was scheduled', async () => {
  const { received, webhook } = await startReceiver();
  const webhooks: Webhook[] = [{ ...webhook, events: ['promote'] }];
  const { clock, ravi, meera, service, environment } = await createTestConsole({
    policy: { ...policy, environments: { staging: { approvals: { 'mf-a': 1 } } } },
    webhooks,
  });
  const opening = { reason: 'opening', releases: ['shell@1.0.0', 'mf-a@1.0.0'] };
  const { approval } = (await ravi.post('/api/promote', { ...opening, env: 'staging', seq: 0 })).json();
  const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
  expect(decided.json()).toEqual({ kind: 'live', seq: 1 });
  const action = { call: 'promote', body: { ...opening, env: 'test' } };
  expect((await ravi.post('/api/schedules', { at: soon(), action })).statusCode).toBe(200);
  clock.elapsedMs = 61_000;
  expect(await runDueSchedule(service)).toBe(true);
  for (const name of ['staging', 'test']) await deliverWebhooks({ ...environment, name }, webhooks);
  expect(received.map(({ environment: name }) => name)).toEqual(['staging', 'test']);
});

it('sends a scheduled change that failed, with its author and the reason', async () => {
  const { received, webhook } = await startReceiver();
  const chat: Webhook = { ...webhook, name: 'chat', format: 'slack', events: ['schedule-failed'] };
  const { clock, asha, service, changePolicy } = await createTestConsole({
    webhooks: [{ ...webhook, events: ['schedule-failed'] }, chat],
  });
  const body = { env, releases: ['mf-a@1.1.0'], reason: 'faster lists' };
  await asha.post('/api/schedules', { at: soon(), action: { call: 'promote', body } });
  await changePolicy({ ...policy, people: { ...policy.people, asha: { roles: [] } } });
  clock.elapsedMs = 61_000;
  expect(await runDueSchedule(service)).toBe(true);
  await service.outbox.deliver(report);
  const text = 'scheduled a change that was not made: Promote mf-a 1.1.0 to every visitor';
  const reason = (await service.schedules.list()).map(({ result }) => result?.kind === 'failed' && result.error)[0];
  expect(reason).toMatch(/^asha may not promote mf-a in production/);
  const url = `${publicUrl}/#/waiting`;
  expect(received.find(({ event }) => event)).toMatchObject({
    environment: env,
    request: null,
    by: 'asha',
    text,
    reason,
    url,
  });
  expect(received.find(({ event }) => !event)).toEqual({
    text: `production: asha ${text}. Reason: ${reason}\n<${url}|Waiting in the console>`,
  });
  expect(received).toHaveLength(2);
});

it('sends changes of the policy to webhooks of every environment, and changes of an environment to its own', async () => {
  const { received, webhook } = await startReceiver();
  const staging = { ...webhook, environments: ['staging'] };
  const { service, asha, ravi, meera } = await openConsole(received, { policy: withApprovals, webhooks: [staging] });
  await asha.post('/api/promote', canary);
  const proposed = { replaces: 1, policy: { ...withApprovals, people: {} }, reason: 'a new start' };
  const { id } = (await ravi.post('/api/policy', proposed)).json().approval;
  expect((await meera.post('/api/approvals', { id, isApproved: true })).json()).toEqual({ kind: 'policy', version: 2 });
  await service.outbox.deliver(report);
  expect(received.map(({ event, environment, url }) => [event, environment, url])).toEqual([
    ['requested', '*', `${publicUrl}/#/waiting?request=${id}`],
    ['policy', '*', `${publicUrl}/#/policy`],
    ['approved', '*', `${publicUrl}/#/waiting?request=${id}`],
  ]);
  expect(received[1]).toMatchObject({
    by: 'ravi',
    text: 'made version 2 of the policy, approved by meera',
    request: id,
  });
});

it('repeats a failed delivery later, in the sequence of the events, and gives it up after four hours', async () => {
  const answer = { status: 204 };
  const { received, webhook } = await startReceiver(() => answer.status);
  const options = { policy: withApprovals, webhooks: [webhook] };
  const { clock, service, asha } = await openConsole(received, options);
  answer.status = 503;
  const { id } = (await asha.post('/api/promote', canary)).json().approval;
  await asha.post('/api/comment', { id, text: 'urgent' });
  const lines: string[] = [];
  const deliver = () => service.outbox.deliver((line) => void lines.push(line));
  await deliver();
  await deliver();
  expect(received.map(({ event }) => event)).toEqual(['requested']);
  for (let attempt = 2; attempt <= 20; attempt++) {
    clock.elapsedMs += 15 * 60_000;
    await deliver();
  }
  expect(lines).toEqual([expect.stringMatching(/^The webhook managers did not get an event "requested" of .* 503$/)]);
  answer.status = 204;
  clock.elapsedMs += 15 * 60_000;
  await deliver();
  expect(received.at(-1)).toMatchObject({ event: 'commented' });
});

it('delivers an event once when two instances deliver at the same time', async () => {
  const { received, webhook } = await startReceiver();
  const opened = await openConsole(received, { policy: withApprovals, webhooks: [webhook] });
  await opened.asha.post('/api/promote', canary);
  const { service } = await opened.createInstance();
  await Promise.all([service.outbox.deliver(report), opened.service.outbox.deliver(report)]);
  expect(received).toHaveLength(1);
});

it('writes a request to a chat with its link, and escapes what people typed', async () => {
  const { received, webhook } = await startReceiver();
  const options = { policy: withApprovals, webhooks: [{ ...webhook, format: 'slack' as const }] };
  const { service, asha } = await openConsole(received, options);
  const { id } = (await asha.post('/api/promote', { ...canary, reason: '<!channel> now' })).json().approval;
  await service.outbox.deliver(report);
  expect(received).toEqual([
    {
      text: `production: asha requested approval: Promote mf-a 1.1.0 to 10 % of the visitors (mf-a 1.0.0 → 1.1.0). Reason: &lt;!channel&gt; now\nmf-a 1.1.0: commit c0ffee1\n<${publicUrl}/#/waiting?request=${id}|Waiting in the console>`,
    },
  ]);
});

describe('the discussion of a request', () => {
  it.each([
    ['ravi', true],
    ['tara', true],
    ['meera', false],
    ['asha', false],
  ])('says to %s whether the author asks for the approval: %s', async (person, isAsked) => {
    const { asha, as } = await createTestConsole({ policy: withApprovals });
    const { id } = (await asha.post('/api/promote', canary)).json().approval;
    await asha.post('/api/reviewers', { id, reviewers: ['ravi', 'a member of team-catalog'] });
    expect((await (await as(person)).state()).approvals).toMatchObject([{ id, isAsked }]);
  });

  it.each([
    ['ravi', 'reviewers', { reviewers: ['meera'] }, 403, 'Only its author can choose who is asked'],
    ['asha', 'reviewers', { reviewers: ['guest'] }, 400, 'guest may not approve this request'],
    ['asha', 'comment', { text: ' ' }, 400, 'text: write a comment'],
    ['asha', 'comment', { text: 'two\nlines' }, 400, 'write the comment in one line'],
  ] as const)('refuses %s a call of %s with %j', async (person, call, body, status, message) => {
    const { asha, as } = await createTestConsole({ policy: withApprovals });
    const { id } = (await asha.post('/api/promote', canary)).json().approval;
    const response = await (await as(person)).post(`/api/${call}`, { id, ...body });
    expect([response.statusCode, response.json().error]).toEqual([status, expect.stringContaining(message)]);
  });

  it('is part of the request until it is closed', async () => {
    const { asha, ravi } = await createTestConsole({ policy: withApprovals });
    const { id } = (await asha.post('/api/promote', canary)).json().approval;
    await ravi.post('/api/comment', { id, text: 'why now?' });
    await asha.post('/api/reviewers', { id, reviewers: ['ravi'] });
    expect((await ravi.state()).approvals).toMatchObject([
      { reviewers: ['ravi'], comments: [{ by: 'ravi', text: 'why now?' }] },
    ]);
    await asha.post('/api/approvals', { id, isApproved: false });
    expect((await ravi.post('/api/comment', { id, text: 'late' })).statusCode).toBe(404);
  });
});
