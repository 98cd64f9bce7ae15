import type { WebhookView } from '@shop/releases/service-api/responses';
import { screen, within } from '@testing-library/react';
import { fakeConsole, setResponse } from '../testing/fake-console';
import { renderConsole, setState } from '../testing/render-console';

fakeConsole();

const healthy: WebhookView = {
  name: 'chat',
  handled: 7,
  delivered: 7,
  pending: 0,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  givenUp: [],
};

async function openHistory(webhooks: readonly WebhookView[]) {
  setState();
  setResponse('GET history', { entries: [], before: null });
  setResponse('GET webhooks', webhooks);
  renderConsole('#/production/history');
  return within(await screen.findByRole('region', { name: 'Webhooks' }));
}

test('shows what each webhook has received, what waits, and what was given up', async () => {
  const failing = {
    ...healthy,
    name: 'pager',
    delivered: null,
    pending: 3,
    attempts: 4,
    lastError: 'the receiver answered 500',
    nextAttemptAt: '2026-11-21T12:00:00.000Z',
  };
  const given = { change: 5, at: '2026-11-21T12:00:00.000Z', error: 'ECONNREFUSED' };
  const section = await openHistory([healthy, failing, { ...healthy, name: 'board', givenUp: [given] }]);
  const list = within(await section.findByRole('list', { name: 'Webhooks' }));
  const items = list.getAllByRole('heading').map((heading) => heading.closest('li')?.textContent);
  expect(items).toEqual([
    'chat0 pendingLast delivery: change 7',
    expect.stringMatching(
      /^pager3 pendingNothing delivered yet, it gets changes after 74 failed attempts, last error: the receiver answered 500, next attempt 21 Nov 2026/,
    ),
    expect.stringContaining('These changes were not delivered and will not be tried again'),
  ]);
  expect(list.getByRole('list', { name: 'Changes that board did not receive' })).toHaveTextContent(
    /^change 5, .*: ECONNREFUSED$/,
  );
});

test('says that no webhook is configured, and how to configure one', async () => {
  const section = await openHistory([]);
  expect(await section.findByText(/RELEASE_WEBHOOKS names a file/)).toBeInTheDocument();
});
