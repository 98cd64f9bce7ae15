import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ApprovalView, Finding, ReleaseView } from '../api/responses';
import { answer, bodiesOf, fakeConsole, sendEvent } from './testing/fake-console';
import { anEnvironment, renderConsole, setState } from './testing/render-console';

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

test('an environment that cannot be read is told, and no other one is shown in its place', async () => {
  setState({
    environments: [anEnvironment({ name: 'staging' })],
    broken: [{ name: 'production', problem: 'env/production/HEAD.json is malformed' }],
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

test('a change that was made elsewhere shows by itself', async () => {
  setState();
  renderConsole();
  expect(await screen.findByText('2 apps, after change 2')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Up to date');
  setState({ environments: [anEnvironment({ seq: 3, locks: { '*': { by: 'meera', at: noon, reason: 'sale' } } })] });
  act(() => sendEvent('change'));
  expect(await screen.findByText('2 apps, after change 3')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Locks' })).toHaveTextContent('Everything is locked by meera');
});

test('a damaged app is told beside its version, and what can be done stays', async () => {
  const { apps } = anEnvironment();
  setState({ environments: [anEnvironment({ apps: apps.map((one) => ({ ...one, isDamaged: one.app === 'mf-a' })) })] });
  renderConsole();
  expect(await screen.findByRole('row', { name: /^mf-a/ })).toHaveTextContent('damaged');
  expect(screen.getByRole('row', { name: /^shell/ })).not.toHaveTextContent('damaged');
  expect(button('Roll back…')).toBeEnabled();
  expect(button('Actions for mf-a')).toBeEnabled();
});

test('what the server refuses is said in the dialog, and nothing typed is lost', async () => {
  setState();
  const user = renderConsole();
  await user.click(await findButton('Lock everything…'));
  const dialog = within(screen.getByRole('dialog', { name: 'Lock everything?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('sale weekend');
  const refusal = 'production has changed since you looked: it is at change 3, you saw 2. Look again.';
  answer('POST lock', { error: refusal }, 409);
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal);
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('sale weekend');
  answer('POST lock', { seq: 3 });
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodiesOf('POST lock').at(-1)).toEqual({ env: 'production', seq: 2, app: '*', reason: 'sale weekend' });
});

describe('a request for a second person', () => {
  const request: ApprovalView = {
    id: '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10',
    env: 'production',
    by: 'ravi',
    askedAt: noon,
    reason: 'the bank insists',
    changes,
    findings: [finding],
    asked: { kind: 'promote', canary: null },
    mayApprove: true,
  };
  const findRequests = () => screen.findByRole('region', { name: 'Waiting for a second person' });

  it('is approved by somebody else, in two steps, and is gone then', async () => {
    setState({ approvals: [request] });
    const user = renderConsole('', 'meera');
    const requests = await findRequests();
    expect(requests).toHaveTextContent('ravi asks to');
    expect(within(requests).getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent(finding.problem);
    await user.click(within(requests).getByRole('button', { name: 'Approve…' }));
    expect(bodiesOf('POST approvals')).toEqual([]);
    answer('POST approvals', { kind: 'live', seq: 3 });
    setState();
    await user.click(within(requests).getByRole('button', { name: 'Yes, promote it with my name' }));
    await waitFor(() => expect(requests).not.toBeInTheDocument());
    expect(bodiesOf('POST approvals')).toEqual([{ id: request.id, isApproved: true }]);
    expect(screen.getByText(/against the gates, by two\.$/)).toBeInTheDocument();
  });

  it('is only taken back by whoever asked', async () => {
    setState({ approvals: [{ ...request, mayApprove: false }] });
    renderConsole();
    const buttons = within(await findRequests()).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Take it back']);
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
    answer('GET releases', [{ app: 'mf-a', releases: [release('1.2.0', true), release('1.1.0'), release('1.0.0')] }]);
    const user = renderConsole('#/production/promote');
    await user.click(await screen.findByRole('combobox', { name: 'mf-a' }));
    return user;
  }

  async function checkNext(findings: readonly Finding[]): Promise<UserEvent> {
    const user = await openPromote();
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    answer('POST check', { changes, findings });
    await user.click(button('Run the gates'));
    await screen.findByRole('list', { name: 'What would change' });
    await user.click(screen.getByLabelText(/^Reason/));
    await user.paste('faster lists');
    return user;
  }

  it('tells what the gates find, and goes on only when that is forced', async () => {
    const user = await checkNext([finding]);
    expect(screen.getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent(
      'route-ownership · mf-a: /a has two ownersWhat to do: take one of them out',
    );
    expect(button('Promote…')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Promote against what the gates find/ }));
    await user.click(button('Promote…'));
    answer('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote against the gates'));
    expect(await screen.findByRole('heading', { name: 'Live in production' })).toBeInTheDocument();
    expect(bodiesOf('POST promote')).toEqual([
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

  it('tells at the field that a code of a region is none, before anything is sent', async () => {
    const user = await checkNext([]);
    const regions = screen.getByLabelText('Visitors from regions, whatever their bucket');
    await user.click(regions);
    await user.paste('ka, M/H');
    expect(regions).toBeInvalid();
    expect(regions).toHaveAccessibleDescription('One of these is no code: give codes with commas, such as KA,MH.');
    expect(button('Promote…')).toBeDisabled();
    await user.type(regions, '{Backspace}{Backspace}H');
    expect(regions).toBeValid();
    await user.click(button('Promote…'));
    answer('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    expect(bodiesOf('POST promote')).toEqual([
      expect.objectContaining({ canary: { share: 10, regions: ['KA', 'MH'] } }),
    ]);
  });

  it('offers no version that is damaged', async () => {
    await openPromote();
    const damaged = screen.getByRole('option', { name: '1.2.0 · damaged: publish it under a new version' });
    expect(damaged).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: /^1\.1\.0/ })).not.toHaveAttribute('aria-disabled');
  });
});
