import type { ApprovalView, Finding, ReleaseView } from '@shop/releases/service-api/responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeConsole, getBodies, getQueries, setResponse } from './testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from './testing/render-console';

fakeConsole();

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

const noon = '2026-11-21T12:00:00.000Z';
const finding: Finding = {
  gate: 'route-ownership',
  app: 'mf-a',
  problem: '/a has two owners',
  remedy: 'take one of them out',
};
const changes = [
  {
    app: 'mf-a',
    before: { app: 'mf-a', version: '1.0.0', digest: 'ba9876543210' },
    after: { app: 'mf-a', version: '1.1.0', digest: 'aaaaaaaaaaaa' },
  },
];

test('shows an error for an unreadable environment, and no other environment in its place', async () => {
  setState({
    environments: [createEnvironmentView({ name: 'staging' })],
    unreadable: [{ name: 'production', problem: 'env/production/HEAD.json is malformed' }],
  });
  const user = renderConsole();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'production cannot be read: env/production/HEAD.json is malformed',
  );
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Roll back|Lock/ })).not.toBeInTheDocument();
  const choice = screen.getByRole('combobox', { name: 'Environment' });
  expect(choice).toHaveTextContent('production');
  await user.click(choice);
  await user.click(screen.getByRole('option', { name: 'staging' }));
  expect(await screen.findByRole('heading', { name: 'Live in staging' })).toBeInTheDocument();
});

test('shows a change that was made elsewhere', async () => {
  setState();
  renderConsole();
  expect(await screen.findByText('2 apps, after change 2')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Up to date');
  setState({
    environments: [createEnvironmentView({ seq: 3, locks: { '*': { by: 'meera', at: noon, reason: 'sale' } } })],
  });
  fireEvent.focus(window);
  expect(await screen.findByText('2 apps, after change 3')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Locks' })).toHaveTextContent('All apps are locked by meera');
});

test('says that the console cannot be reached, and leads to the sign-in when the session has ended', async () => {
  setState();
  renderConsole();
  expect(await screen.findByText('2 apps, after change 2')).toBeInTheDocument();
  setResponse('GET state', {}, 502);
  fireEvent.focus(window);
  expect(await screen.findByText('Reconnecting…')).toBeInTheDocument();
  expect(screen.getByText('2 apps, after change 2')).toBeInTheDocument();
  setResponse('GET state', { error: 'You are not signed in' }, 401);
  setResponse('GET session', { session: null });
  fireEvent.focus(window);
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?to=');
});

test('opens the live view of production for a malformed address', async () => {
  setState();
  renderConsole('#/%E0/live');
  expect(await screen.findByRole('heading', { name: 'Live in production' })).toBeInTheDocument();
});

test('marks a damaged app, and keeps its actions enabled', async () => {
  const { apps } = createEnvironmentView();
  setState({
    environments: [createEnvironmentView({ apps: apps.map((app) => ({ ...app, isDamaged: app.app === 'mf-a' })) })],
  });
  renderConsole();
  expect(await screen.findByRole('row', { name: /^mf-a/ })).toHaveTextContent('damaged');
  expect(screen.getByRole('row', { name: /^shell/ })).not.toHaveTextContent('damaged');
  expect(button('Roll back…')).toBeEnabled();
  expect(button('Actions for mf-a')).toBeEnabled();
});

test('shows the error of the server in the dialog, and keeps the typed text', async () => {
  setState();
  const user = renderConsole();
  await user.click(await findButton('Lock all apps…'));
  const dialog = within(screen.getByRole('dialog', { name: 'Lock all apps?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('sale weekend');
  const message = 'production has changed: it is at change 3, and you saw change 2. Review it and try again.';
  setResponse('POST lock', { error: message }, 409);
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(message);
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('sale weekend');
  setResponse('POST lock', { seq: 3 });
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(getBodies('POST lock').at(-1)).toEqual({ env: 'production', seq: 2, app: '*', reason: 'sale weekend' });
});

describe('an approval request', () => {
  const request: ApprovalView = {
    id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
    env: 'production',
    by: 'ravi',
    requestedAt: noon,
    reason: 'the bank insists',
    changes,
    findings: [finding],
    change: { kind: 'promote', canary: null },
    isForced: true,
    approvedBy: [],
    needs: [{ app: 'mf-a', people: 1, permission: 'force', by: ['meera'] }],
    mayApprove: true,
  };
  const findRequests = () => screen.findByRole('region', { name: 'Waiting for a second approval' });

  it('can be approved in two steps by another person, and disappears', async () => {
    setState({ approvals: [request] });
    const user = renderConsole('', 'meera');
    const requests = await findRequests();
    expect(requests).toHaveTextContent('ravi requests to');
    expect(within(requests).getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent(finding.problem);
    await user.click(within(requests).getByRole('button', { name: 'Approve…' }));
    expect(getBodies('POST approvals')).toEqual([]);
    setResponse('POST approvals', { kind: 'live', seq: 3 });
    setState();
    await user.click(within(requests).getByRole('button', { name: 'Approve and promote' }));
    await waitFor(() => expect(requests).not.toBeInTheDocument());
    expect(getBodies('POST approvals')).toEqual([{ id: request.id, isApproved: true }]);
    expect(screen.getByText(/with two approvals, against the gates\.$/)).toBeInTheDocument();
  });

  it('can be cancelled by its author only', async () => {
    setState({ approvals: [{ ...request, mayApprove: false }] });
    renderConsole();
    const buttons = within(await findRequests()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel request']);
  });
});

describe('the promote view', () => {
  const release = (version: string, isDamaged = false): ReleaseView => ({
    app: 'mf-a',
    version,
    digest: 'aaaaaaaaaaaa',
    commit: '',
    publishedAt: isDamaged ? '' : noon,
    isDamaged,
  });

  async function openPromote(): Promise<UserEvent> {
    setState();
    setResponse('GET releases', [
      { app: 'mf-a', releases: [release('1.2.0', true), release('1.1.0'), release('1.0.0')] },
    ]);
    const user = renderConsole('#/production/promote');
    await user.click(await screen.findByRole('combobox', { name: 'mf-a' }));
    return user;
  }

  async function checkNext(findings: readonly Finding[], warnings: readonly Finding[] = []): Promise<UserEvent> {
    const user = await openPromote();
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    setResponse('POST check', { changes, findings, warnings });
    setResponse('GET planned-change', {
      apps: [],
      screens: { changed: [{ app: 'mf-a', screen: '/a', before: 'a'.repeat(64), after: 'b'.repeat(64) }], same: 9 },
    });
    await user.click(button('Run the gates'));
    await screen.findByRole('list', { name: 'Planned changes' });
    await user.click(screen.getByLabelText(/^Reason/));
    await user.paste('faster lists');
    return user;
  }

  it('shows the warnings of the gates, and promotes without an override', async () => {
    const problem = '1.1.0 uses Notice of @shop/ui/core, which may be removed';
    await checkNext([], [{ ...finding, problem, isWarning: true }]);
    expect(screen.getByText(/The gates warn/)).toBeInTheDocument();
    expect(screen.getByText(new RegExp(problem))).toBeInTheDocument();
    expect(screen.getByText('All gates pass.')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: '/a of mf-a after' })).toBeInTheDocument();
    expect(getQueries('GET planned-change')).toEqual(['?env=production&releases=mf-a%401.1.0&removedApps=']);
    expect(screen.queryByLabelText(/Promote against the gates/)).not.toBeInTheDocument();
  });

  it('shows the findings of the gates, and promotes only with an override', async () => {
    const user = await checkNext([finding]);
    expect(screen.getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent(
      'route-ownership · mf-a: /a has two ownersWhat to do: take one of them out',
    );
    expect(button('Promote…')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Promote against the gates/ }));
    await user.click(button('Promote…'));
    setResponse('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote against the gates'));
    expect(await screen.findByRole('heading', { name: 'Live in production' })).toBeInTheDocument();
    expect(getBodies('POST promote')).toEqual([
      {
        env: 'production',
        seq: 2,
        releases: ['mf-a@1.1.0'],
        removedApps: [],
        removedPaths: [],
        canary: { share: 10 },
        isForced: true,
        reason: 'faster lists',
      },
    ]);
  });

  it('shows an invalid region code at its field, and sends nothing', async () => {
    const user = await checkNext([]);
    const regions = screen.getByLabelText('Visitors from regions, in addition to the share');
    await user.click(regions);
    await user.paste('ka, M/H');
    expect(regions).toBeInvalid();
    expect(regions).toHaveAccessibleDescription(
      'One of these is not a region code: give codes with commas, such as KA,MH.',
    );
    expect(button('Promote…')).toBeDisabled();
    await user.type(regions, '{Backspace}{Backspace}H');
    expect(regions).toBeValid();
    await user.click(button('Promote…'));
    setResponse('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    expect(getBodies('POST promote')).toEqual([
      expect.objectContaining({ canary: { share: 10, regions: ['KA', 'MH'] } }),
    ]);
  });

  it('disables a damaged version', async () => {
    await openPromote();
    const damaged = screen.getByRole('option', { name: '1.2.0 · damaged: publish it under a new version' });
    expect(damaged).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: /^1\.1\.0/ })).not.toHaveAttribute('aria-disabled');
  });
});
