import type { ApprovalView } from '@shop/releases/service-api/responses';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { renderConsole, setState } from '../testing/render-console';

fakeConsole();

const change: ApprovalView['change'] & { kind: 'promote' } = {
  kind: 'promote',
  env: 'production',
  reason: 'the bank insists',
  isForced: true,
  releases: ['mf-a@2.0.0'],
  removedApps: [],
  removedPaths: [],
  canary: null,
};

const request: ApprovalView = {
  id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
  env: 'production',
  by: 'ravi',
  requestedAt: '2026-11-21T12:00:00.000Z',
  reason: 'the bank insists',
  changes: [],
  findings: [{ gate: 'route-ownership', app: 'mf-a', problem: '/a has two owners', remedy: 'take one of them out' }],
  apps: ['mf-a'],
  change,
  isForced: true,
  approvedBy: ['asha'],
  needs: [{ app: 'mf-a', people: 2, permission: 'force', by: ['asha', 'meera'] }],
  missing: [{ app: 'mf-a', people: 1, permission: 'force', by: ['meera'] }],
  mayApprove: true,
  isLast: true,
  comments: [],
  reviewers: [],
  isAsked: false,
};
const findRequest = async () => within(await screen.findByRole('list', { name: 'Requests, oldest first' }));

test('shows the progress of a request, and approves it in two steps', async () => {
  setState({ approvals: [request] });
  const user = renderConsole('#/production/live', 'meera');
  expect(await screen.findByText('One change waits for your approval.')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Review' }));
  const item = await findRequest();
  expect(item.getByText('Approved by asha')).toBeInTheDocument();
  expect(item.getByText('It waits for 1 other person who may force mf-a: meera.')).toBeInTheDocument();
  expect(item.getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent('/a has two owners');
  await user.click(item.getByRole('button', { name: 'Approve…' }));
  expect(getBodies('POST approvals')).toEqual([]);
  setResponse('POST approvals', { kind: 'live', seq: 3 });
  setState();
  await user.click(item.getByRole('button', { name: 'Approve and promote' }));
  expect(await screen.findByText(/^Nothing waits for an approval/)).toBeInTheDocument();
  expect(getBodies('POST approvals')).toEqual([{ id: request.id, isApproved: true }]);
});

test('says what is missing by app, before and after an approval that is not the last one', async () => {
  const ofB = { app: 'mf-b', people: 1, permission: 'promote' as const, by: ['tara'] };
  const needs = [{ ...ofB, app: 'mf-a', by: ['meera'] }, ofB];
  const asked = { ...request, by: 'asha', approvedBy: [], needs, missing: needs, isLast: false };
  setState({ approvals: [asked] });
  const user = renderConsole('#/waiting', 'meera');
  const item = await findRequest();
  expect(item.getByText('No person has approved it yet')).toBeInTheDocument();
  await user.click(item.getByRole('button', { name: 'Approve…' }));
  const approval = { ...asked, approvedBy: ['meera'], missing: [ofB], mayApprove: false };
  setResponse('POST approvals', { kind: 'pending', approval });
  setState({ approvals: [approval] });
  await user.click(item.getByRole('button', { name: 'Approve' }));
  expect(
    await screen.findByText(
      'The request of asha waits for 1 other person who may promote mf-b: tara. Nothing has changed yet.',
    ),
  ).toBeInTheDocument();
  expect(await item.findByText('Approved by meera')).toBeInTheDocument();
  expect(item.getByText('It waits for 1 other person who may promote mf-b: tara.')).toBeInTheDocument();
});

test('shows the share, the stages and the removed paths of a request', async () => {
  const canary = { share: 1, staff: true as const };
  const stages = [
    { share: 25, afterMinutes: 60 },
    { share: 100, afterMinutes: 1 },
  ];
  const removed = { removedApps: ['mf-b'], removedPaths: ['/a', '/b'] };
  setState({ approvals: [{ ...request, change: { ...change, ...removed, canary: { ...canary, stages } } }] });
  renderConsole('#/waiting', 'meera');
  const item = await findRequest();
  expect(item.getByRole('heading')).toHaveTextContent(
    'Promote mf-a 2.0.0 and mf-b (removed) to 1 % of the visitors and staff, then 25 % after 1 hour, then 100 % after 1 minute, in production against the gates',
  );
  expect(item.getByText('/a and /b may lose their owner.')).toBeInTheDocument();
});

test('links what the new releases were built from', async () => {
  const [before, after] = ['1.0.0', '2.0.0'].map((version) => ({ app: 'mf-a', version, digest: 'ba9876543210' }));
  const pipelineUrl = 'https://git.example/shop/-/pipelines/812';
  const sources = [{ app: 'mf-a', version: '2.0.0', commit: 'c0ffee1234567', pipeline: '812', pipelineUrl }];
  const changes = [{ app: 'mf-a', before: before ?? null, after: after ?? null }];
  setState({ approvals: [{ ...request, changes, sources }] });
  renderConsole('#/approvals', 'meera');
  const item = await findRequest();
  expect(item.getByRole('list', { name: 'What would change' })).toHaveTextContent('commit c0ffee1, pipeline 812');
  expect(item.getByRole('link', { name: 'pipeline 812' })).toHaveAttribute('href', pipelineUrl);
});

test('shows comments and who is asked, and sends a comment', async () => {
  const comments = [{ by: 'asha', at: '2026-11-21T12:30:00.000Z', text: 'why now?' }];
  setState({ approvals: [{ ...request, comments, reviewers: ['meera'], isAsked: true }] });
  const user = renderConsole('#/waiting', 'meera');
  const item = await findRequest();
  expect(item.getByText('you are asked')).toBeInTheDocument();
  expect(item.getByRole('list', { name: 'Comments, oldest first' })).toHaveTextContent(/^asha, .*: why now\?$/);
  await user.click(item.getByLabelText('Comment'));
  await user.paste('the bank closes at noon');
  setResponse('POST comment', request);
  await user.click(item.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(item.getByLabelText('Comment')).toHaveValue(''));
  expect(getBodies('POST comment')).toEqual([{ id: request.id, text: 'the bank closes at noon' }]);
});

test('lets the author choose who is asked, among those who may approve', async () => {
  // The policy has changed since tara was asked.
  setState({ approvals: [{ ...request, mayApprove: false, reviewers: ['tara'] }] });
  const user = renderConsole('#/waiting');
  const item = await findRequest();
  await user.click(item.getByRole('combobox', { name: 'Ask to approve' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['asha', 'meera']);
  setResponse('POST reviewers', request);
  await user.click(screen.getByRole('option', { name: 'meera' }));
  await waitFor(() => expect(getBodies('POST reviewers')).toEqual([{ id: request.id, reviewers: ['meera'] }]));
  // The page has not loaded the first choice again.
  await user.click(screen.getByRole('option', { name: 'asha' }));
  await waitFor(() =>
    expect(getBodies('POST reviewers').at(-1)).toEqual({ id: request.id, reviewers: ['meera', 'asha'] }),
  );
});

test.each([
  '#/waiting',
  // Addresses of earlier versions are in messages that were sent.
  '#/approvals',
  '#/production/schedules',
])('says that a linked request is closed: %s', async (address) => {
  setState();
  renderConsole(`${address}?request=${request.id}`);
  expect(await screen.findByText(/^This request is closed/)).toBeInTheDocument();
});

test('lets the author cancel a request, and not approve it', async () => {
  setState({ approvals: [{ ...request, mayApprove: false }] });
  renderConsole('#/waiting');
  const buttons = (await findRequest()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Send', 'Cancel request']);
});

test('shows what a request changes in the policy, unless the policy has changed since', async () => {
  const policy = { roles: {}, people: { asha: { roles: [] } } };
  setState({ approvals: [{ ...request, env: '*', findings: [], change: { kind: 'policy', replaces: 1, policy } }] });
  renderConsole('#/waiting', 'meera');
  const difference = await screen.findByRole('region', { name: 'Difference from the current policy' });
  await waitFor(() => expect(difference).toHaveTextContent(/removed: -\s+"people": \{\}.*added: \+\s+"asha": \{/s));
});
