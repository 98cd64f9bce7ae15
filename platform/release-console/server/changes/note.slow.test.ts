import { createLiveShop } from '@shop/release-cli/testing/terminal';
import { createWebhookEvent } from '@shop/releases/webhooks/webhook-event';
import { createTestConsole, env, everything } from '../testing/test-console';

/* The kind that has nothing of its own: what it does follows from the table of changes. */

const reason = 'started the TV spot';

test('a note is in the history and in webhooks, and changes nothing else', async () => {
  const { asha, newest, environment } = await createTestConsole();
  const { head: before } = (await newest()).state;
  expect((await asha.post('/api/note', { env, seq: 1, reason })).json()).toEqual({ kind: 'live', seq: 2 });
  const { entry, state } = await newest();
  expect(state.head).toEqual({ ...before, seq: 2, log: state.head.log });
  expect(entry).toMatchObject({ seq: 2, action: 'note', by: 'asha', reason, live: before.live, halted: [] });
  const { entries } = (await asha.get(`/api/history?env=${env}&action=note`)).json();
  expect(entries).toMatchObject([{ seq: 2, text: 'wrote a note', reason, changes: [] }]);
  expect((await asha.get('/api/incident')).json()).toMatchObject([{ changes: [{ seq: 2, undo: null }, { seq: 1 }] }]);
  expect(await createWebhookEvent(environment, state.head.log)).toMatchObject({ event: 'note', text: 'wrote a note' });
});

test.each([
  [{ reason: ' ' }, 'asha', 400, 'reason: give a reason.'],
  [{ seq: 7 }, 'asha', 409, 'it is at change 1, and you saw change 7'],
  [{ app: 'mf-a' }, 'asha', 400, 'app'],
  [{}, 'guest', 403, 'guest may not promote'],
] as const)('refuses the note %j of %s', async (fields, who, status, message) => {
  const { [who]: person, newest } = await createTestConsole();
  const response = await person.post('/api/note', { env, seq: 1, reason, ...fields });
  expect([response.statusCode, response.json().error]).toEqual([status, expect.stringContaining(message)]);
  expect((await newest()).entry.seq).toBe(1);
});

test('a token of another environment writes no note', async () => {
  const { ravi, openToken } = await createTestConsole();
  const token = await openToken(ravi, { ...everything, environments: ['staging'] });
  expect((await token.post('/api/note', { env, seq: 1, reason })).statusCode).toBe(403);
});

test('the command line writes a note, and asks for its reason', async () => {
  const { run, runOk } = await createLiveShop();
  expect(await run('note')).toMatchObject({ exitCode: 2, output: 'This change needs a reason: add --reason "…".' });
  expect(await runOk(`note --env production --reason "${reason}"`)).toContain('production, change 2:');
  expect(await runOk('history --action note')).toMatch(/asha {2}wrote a note {2}started the TV spot$/);
  expect(await runOk('--help')).toContain('write a note to the history');
});
