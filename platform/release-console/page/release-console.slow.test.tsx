import type { Finding, NeededApproval, ReleaseView } from '@shop/releases/service-api/responses';
import { expectLog } from '@shop/testing/console-watch';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeConsole, getBodies, getQueries, setResponse } from './testing/fake-console';
import { createCanaryView, createEnvironmentView, renderConsole, setState } from './testing/render-console';
import { createVersionHistory } from './testing/version-history';

fakeConsole();

let mockIsOffline = false;
function mockLoad(file: string): unknown {
  if (mockIsOffline) throw new Error('Loading chunk 7 failed.');
  return jest.requireActual(file);
}
jest.mock('./policy/policy.screen', () => mockLoad('./policy/policy.screen'));
jest.mock('./metrics/metric-charts', () => mockLoad('./metrics/metric-charts'));

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

const noon = '2026-11-21T12:00:00.000Z';
const finding: Finding = {
  gate: 'route-ownership',
  app: 'mf-a',
  problem: '/a has two owners',
  remedy: 'take one of them out',
};
const needs: NeededApproval[] = [{ app: 'mf-a', people: 1, permission: 'promote', by: ['meera'] }];
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
  expect(screen.getByRole('region', { name: 'Locks and freezes' })).toHaveTextContent('All apps are locked by meera');
});

test('shows a release that the service has found later', async () => {
  const release = { app: 'mf-a', digest: '0123456789ab', commit: 'c0ffee', isDamaged: false };
  const list = (...times: string[]) => [
    {
      app: 'mf-a',
      releases: times.map((publishedAt, index) => ({ ...release, version: `1.${9 - index}.0`, publishedAt })),
    },
  ];
  const [older, newer] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  setState({ newestRelease: older });
  setResponse('GET releases', list(older));
  const user = renderConsole('#/production/promote');
  await user.click(await screen.findByRole('combobox', { name: 'mf-a' }));
  expect(screen.getByRole('option', { name: /1\.9\.0/ })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /1\.8\.0/ })).toBeNull();
  setState({ newestRelease: newer });
  setResponse('GET releases', list(newer, older));
  fireEvent.focus(window);
  expect(await screen.findByRole('option', { name: /1\.8\.0/ })).toBeInTheDocument();
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
  expect(screen.getByText(/^Your session has ended/)).toBeInTheDocument();
});

test('shows the console of another person whom another tab has signed in', async () => {
  setState();
  setResponse('GET tokens', []);
  setResponse('GET releases', []);
  const user = renderConsole('#/tokens');
  await user.click(await findButton('Create a token…'));
  setState({ caller: 'meera', environments: [createEnvironmentView({ permissions: {} })] });
  setResponse('GET session', { session: { person: 'meera' } });
  fireEvent.focus(window);
  expect(await screen.findByText('meera')).toBeInTheDocument();
  expect(screen.queryByText('ravi')).not.toBeInTheDocument();
  expect(await findButton('Create a token…')).toBeInTheDocument();
  expect(getQueries('GET tokens')).toHaveLength(2);
});

test('shows in place of a view that its code does not load, and loads it again at the next visit', async () => {
  mockIsOffline = true;
  expectLog('Loading chunk 7 failed.');
  setState();
  const user = renderConsole('#/policy');
  expect(await screen.findByText('This view cannot be shown')).toBeInTheDocument();
  expect(button('Reload')).toBeEnabled();
  await user.click(screen.getByRole('link', { name: 'Live' }));
  expect(await findButton('Lock all apps…')).toBeEnabled();
  mockIsOffline = false;
  await user.click(screen.getByRole('link', { name: 'Policy' }));
  expect(await screen.findByRole('heading', { name: 'Policy' })).toBeInTheDocument();
});

test('shows in place of charts that their code does not load, and leaves the rest of the view', async () => {
  mockIsOffline = true;
  expectLog('Loading chunk 7 failed.');
  setState();
  setResponse('GET metrics', [createVersionHistory('shell', '1.0.0', [['2026-11-21', 5, 1900]])]);
  renderConsole('#/production/metrics');
  expect(await screen.findByText('The charts cannot be shown')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'shell by day' })).toBeInTheDocument();
});

test('leads a new service to its first promotion', async () => {
  setState({ environments: [] });
  const published = { app: 'shell', version: '1.0.0', digest: '0123456789ab', commit: '', publishedAt: noon };
  setResponse('GET releases', [{ app: 'shell', releases: [{ ...published, isDamaged: false }] }]);
  const user = renderConsole();
  expect(await screen.findByRole('heading', { name: 'Nothing is live yet' })).toBeInTheDocument();
  await waitFor(() => expect(button('Promote…')).toBeEnabled());
  await user.click(button('Promote…'));
  await user.paste('opening');
  setResponse('POST promote', { kind: 'live', seq: 1 });
  await user.click(button('Promote'));
  expect(await screen.findByText('production is live with 1 apps.')).toBeVisible();
  expect(getBodies('POST promote')).toEqual([
    expect.objectContaining({ env: 'production', seq: 0, releases: ['shell@1.0.0'], reason: 'opening' }),
  ]);
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

test('shows the error of the server in the dialog, and makes the change after a review, with the typed text', async () => {
  setState();
  const user = renderConsole();
  await user.click(await findButton('Lock all apps…'));
  const dialog = within(screen.getByRole('dialog', { name: 'Lock all apps?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('sale weekend');
  const message = 'production has changed: it is at change 3, and you saw change 2. Review it and try again.';
  setResponse('POST lock', { error: message }, 409);
  setState({ environments: [createEnvironmentView({ seq: 3 })] });
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('sale weekend');
  expect(await dialog.findByText('This shows production after change 3.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Lock' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'I have reviewed it' }));
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  setResponse('POST lock', { seq: 4 });
  await user.click(dialog.getByRole('button', { name: 'Lock' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(getBodies('POST lock').at(-1)).toEqual({ env: 'production', seq: 3, app: '*', reason: 'sale weekend' });
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

  async function openPromote(changes?: Parameters<typeof createEnvironmentView>[0]): Promise<UserEvent> {
    setState({ environments: [createEnvironmentView(changes)] });
    setResponse('GET releases', [
      { app: 'mf-a', releases: [release('1.2.0', true), release('1.1.0'), release('1.0.0')] },
    ]);
    const user = renderConsole('#/production/promote');
    await user.click(await screen.findByRole('combobox', { name: 'mf-a' }));
    return user;
  }

  async function checkNext(
    findings: readonly Finding[],
    warnings: readonly Finding[] = [],
    { freeze = null, approvals = [] }: { freeze?: Finding | null; approvals?: NeededApproval[] } = {},
  ): Promise<UserEvent> {
    const user = await openPromote();
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    setResponse('POST check', { seq: 2, live: 1, changes, findings, warnings, freeze, approvals, forcedApprovals: [] });
    setResponse('GET planned-change', {
      apps: [],
      screens: { changed: [{ app: 'mf-a', screen: '/a', before: 'a'.repeat(64), after: 'b'.repeat(64) }], same: 9 },
    });
    await user.click(button('Run the gates'));
    await screen.findByRole('list', { name: 'Planned changes' });
    return user;
  }

  /** Opens the dialog, whose field for the reason has the focus, and gives the reason. */
  async function openDialog(user: UserEvent): Promise<void> {
    await user.click(button('Promote…'));
    await user.paste('faster lists');
  }

  it('shows the warnings of the gates, and promotes without an override', async () => {
    const problem = '1.1.0 uses Notice of @shop/ui/core, which may be removed';
    await checkNext([], [{ ...finding, problem, isWarning: true }]);
    expect(screen.getByText(/The gates warn/)).toBeInTheDocument();
    expect(screen.getByText(new RegExp(problem))).toBeInTheDocument();
    expect(screen.getByText('All gates pass.')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: '/a of mf-a after' })).toBeInTheDocument();
    expect(getQueries('GET planned-change')).toEqual(['?env=production&releases=mf-a%401.1.0&removedApps=']);
  });

  it('shows the findings of the gates, and promotes only with an override', async () => {
    const user = await checkNext([finding]);
    expect(screen.getByRole('list', { name: 'Findings of the gates' })).toHaveTextContent(
      'route-ownership · mf-a: /a has two ownersWhat to do: take one of them out',
    );
    await openDialog(user);
    expect(button('Promote')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Promote against the gates/ }));
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

  it.each([
    ['Every visitor at once', 'the canary of mf-a 1.0.0 → 1.1.0 at 10 %, which belongs to meera'],
    ['Canary: part of the visitors first', 'mf-a is in the canary of meera (10 %): complete or halt it, or ask meera'],
  ])('says before it is made what it means for the canary of another person (%s)', async (audience, message) => {
    const user = await openPromote({ canaries: [createCanaryView('mf-a', { owner: 'meera' })] });
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    await user.click(screen.getByRole('radio', { name: audience }));
    expect(screen.getByText(message, { exact: false })).toBeInTheDocument();
  });

  it('keeps its draft for the person over a reload and the end of a session, until the person signs out', async () => {
    const user = await openPromote();
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    const reload = async (person: string) => {
      cleanup();
      renderConsole('#/production/promote', person);
      return (await screen.findByRole('combobox', { name: 'mf-a' })).textContent;
    };
    expect(await reload('ravi')).toMatch(/^1\.1\.0/);
    expect(await reload('meera')).toBe('keep 1.0.0');
    expect(await reload('ravi')).toMatch(/^1\.1\.0/);
    setResponse('DELETE session', { redirect: '#/signed-out' });
    await user.click(button('Sign out'));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  const { apps } = createEnvironmentView();
  it.each([
    ['of the live version', /^1\.1\.0 · published/, ['1.1.0'], apps.map((live) => ({ ...live, version: '1.1.0' }))],
    ['of a version that is not published', /^1\.1\.0/, ['1.0.0'], apps],
    ['to remove an app that is not live', /^remove it/, ['1.0.0'], apps.filter(({ app }) => app === 'shell')],
  ])('shows the choice of an earlier draft %s', async (_, choice, versions, live) => {
    const user = await openPromote();
    await user.click(screen.getByRole('option', { name: choice }));
    cleanup();
    setState({ environments: [createEnvironmentView({ apps: live })] });
    setResponse('GET releases', [{ app: 'mf-a', releases: versions.map((version) => release(version)) }]);
    renderConsole('#/production/promote');
    expect(await screen.findByRole('combobox', { name: 'mf-a' })).toHaveTextContent(choice);
  });

  function changeEnvironment(environment: Parameters<typeof createEnvironmentView>[0]): void {
    setState({ environments: [createEnvironmentView(environment)] });
    fireEvent.focus(window);
  }

  it('runs the gates again when another composition is live, before and in the dialog, and keeps the reason', async () => {
    const user = await checkNext([]);
    const checkAgain = async (seq: number) => {
      expect(await screen.findByText('Run the gates first.')).toBeInTheDocument();
      expect(button('Promote…')).toBeDisabled();
      setResponse('POST check', { seq, live: seq, changes, findings: [], warnings: [], freeze: null, approvals: [] });
      await user.click(button('Run the gates'));
      await waitFor(() => expect(button('Promote…')).toBeEnabled());
    };
    changeEnvironment({ seq: 3, live: 3 });
    await checkAgain(3);
    await openDialog(user);
    changeEnvironment({ seq: 4, live: 4 });
    expect(await screen.findByText(/^production has changed since the gates ran/)).toBeVisible();
    expect(button('Promote')).toBeDisabled();
    await user.click(button('Cancel'));
    await checkAgain(4);
    await user.click(button('Promote…'));
    setResponse('POST promote', { kind: 'live', seq: 5 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    expect(getBodies('POST promote')).toEqual([expect.objectContaining({ seq: 4, reason: 'faster lists' })]);
  });

  it('shows the result of the gates also after a change that leaves the live composition, and reviews it in the dialog', async () => {
    const user = await checkNext([]);
    await user.click(screen.getByRole('radio', { name: 'Every visitor at once' }));
    const canary = createCanaryView('mf-b', { owner: 'meera' });
    changeEnvironment({ seq: 3, canaries: [canary] });
    expect(await screen.findByText(/mf-b 1.0.0 → 1.1.0 at 10 %/)).toBeInTheDocument();
    expect(screen.getByText('All gates pass.')).toBeInTheDocument();
    await openDialog(user);
    changeEnvironment({ seq: 4, canaries: [{ ...canary, share: 50 }] });
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/mf-b 1.0.0 → 1.1.0 at 50 %/)).toBeInTheDocument();
    setResponse('POST promote', { error: 'production has changed' }, 409);
    await user.click(button('Promote'));
    await user.click(await findButton('I have reviewed it'));
    setResponse('POST promote', { kind: 'live', seq: 5 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    expect(getBodies('POST promote')).toMatchObject([{ seq: 3 }, { seq: 4, reason: 'faster lists' }]);
  });

  it('keeps the reason over a reload and the end of a session, and takes it and no other choice from another tab', async () => {
    const user = await checkNext([]);
    await openDialog(user);
    cleanup();
    renderConsole('#/production/promote');
    await user.click(await findButton('Run the gates'));
    await screen.findByRole('list', { name: 'Planned changes' });
    await user.click(button('Promote…'));
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('faster lists');
    const [key = ''] = Object.keys(localStorage);
    const typed = String(localStorage.getItem(key)).replace('faster lists', 'slower lists').replace('1.1.0', '1.2.0');
    localStorage.setItem(key, typed.replace('"canaryShare":10', '"canaryShare":50'));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('slower lists');
    setResponse('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    const reviewed = { releases: ['mf-a@1.1.0'], canary: { share: 10 } };
    expect(getBodies('POST promote')).toEqual([expect.objectContaining({ ...reviewed, reason: 'slower lists' })]);
  });

  it('tells a person without the permission whom to ask, in place of a form', async () => {
    const role = { may: ['promote'], environments: ['*'] };
    const roles = { catalog: { ...role, apps: ['mf-a'] }, managers: { ...role, apps: ['*'], groups: ['managers'] } };
    setResponse('GET policy', { version: 1, policy: { roles, people: { asha: { roles: ['catalog'] } } }, history: [] });
    setState({ environments: [createEnvironmentView({ permissions: { '*': [], 'mf-a': [] } })] });
    renderConsole('#/production/promote');
    const who = await screen.findByRole('list', { name: 'Who may promote' });
    expect(
      within(who)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['asha: mf-a', 'a member of managers: every app']);
    expect(screen.queryByRole('combobox', { name: 'mf-a' })).toBeNull();
  });

  it('offers no promotion against the gates to a person who may not force it', async () => {
    await checkNext([finding]);
    expect(button('Promote…')).toBeEnabled();
    setState({ environments: [createEnvironmentView({ permissions: { 'mf-a': ['promote'] } })] });
    fireEvent.focus(window);
    expect(await screen.findByText(/^You may not force mf-a in production/)).toBeInTheDocument();
    expect(button('Promote…')).toBeDisabled();
  });

  it('says before the gates run that other canaries hold the share', async () => {
    const user = await openPromote({ canaries: [createCanaryView('mf-b', { share: 95 })] });
    await user.click(screen.getByRole('option', { name: /^1\.1\.0/ }));
    expect(
      screen.getByText(
        '10 % is not free in production: mf-b 1.1.0 holds 95 % (ravi). Ask them to complete or halt, or take at most 5 %.',
      ),
    ).toBeInTheDocument();
    expect(button('Promote…')).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /^Every visitor/ }));
    expect(screen.queryByText(/is not free/)).not.toBeInTheDocument();
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
    await openDialog(user);
    setResponse('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    expect(getBodies('POST promote')).toEqual([
      expect.objectContaining({ canary: { share: 10, regions: ['KA', 'MH'] } }),
    ]);
  });

  it('promotes in stages to groups of customers', async () => {
    const user = await checkNext([]);
    await user.click(screen.getByRole('radio', { name: /^Canary in stages/ }));
    const first = screen.getByLabelText('Share of stage 1 in %');
    await user.tripleClick(first);
    await user.keyboard('30');
    expect(screen.getByText(/^Give rising shares/)).toBeInTheDocument();
    expect(button('Promote…')).toBeDisabled();
    await user.click(button('Within two hours'));
    await user.click(screen.getByLabelText('Stage 1 lasts until a person continues'));
    const time = screen.getByLabelText('Time before which stage 2 does not end');
    fireEvent.change(time, { target: { value: '2026-11-28T09:00' } });
    await user.click(screen.getByLabelText('Customers in groups, in addition to the share'));
    await user.paste('beta');
    await openDialog(user);
    const notBefore = new Date('2026-11-28T09:00').toISOString();
    expect(
      screen.getByText(
        `Then 25 % after 15 minutes when a person continues, then 100 % after 1 hour and not before ${notBefore.slice(0, 16).replace('T', ' ')} UTC.`,
      ),
    ).toBeInTheDocument();
    setResponse('POST promote', { kind: 'live', seq: 3 });
    await user.click(button('Promote'));
    await screen.findByRole('heading', { name: 'Live in production' });
    const stages = [
      { share: 25, afterMinutes: 15, waitsForPerson: true },
      { share: 100, afterMinutes: 60, notBefore },
    ];
    expect(getBodies('POST promote')).toEqual([
      expect.objectContaining({ canary: { share: 5, groups: ['beta'], stages } }),
    ]);
  });

  it('shows a time that cannot be read at its field, also after a reload', async () => {
    const user = await checkNext([]);
    await user.click(screen.getByRole('radio', { name: /^Canary in stages/ }));
    const label = 'Time before which stage 1 does not end';
    expect(screen.getByLabelText(label)).toHaveAttribute('max', '9999-12-30T23:59');
    fireEvent.change(screen.getByLabelText(label), { target: { value: '202609-11-28T09:00' } });
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription('Give a year of four digits.');
    expect(button('Promote…')).toBeDisabled();
    cleanup();
    renderConsole('#/production/promote');
    fireEvent.change(await screen.findByLabelText(label), { target: { value: '2026-11-28T09:00' } });
    expect(screen.getByLabelText(label)).toBeValid();
  });

  it('says during a freeze what to do, and schedules the promotion for later', async () => {
    const freeze = { ...finding, problem: 'production is frozen until Sat 00:00 IST (Friday evening)' };
    const user = await checkNext([], [], { freeze });
    expect(screen.getByText(/^production is frozen until Sat 00:00 IST/)).toBeInTheDocument();
    await openDialog(user);
    await user.click(screen.getByRole('radio', { name: 'At a time' }));
    fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2020-01-01T09:00' } });
    expect(button('Schedule')).toBeDisabled();
    fireEvent.change(screen.getByLabelText(/^Date and time/), { target: { value: '2099-01-01T09:00' } });
    setResponse('POST schedules', {});
    await user.click(button('Schedule'));
    expect(await screen.findByRole('heading', { name: 'Waiting' })).toBeInTheDocument();
    expect(getBodies('POST schedules')).toEqual([
      {
        at: new Date('2099-01-01T09:00').toISOString(),
        action: {
          call: 'promote',
          body: expect.objectContaining({ releases: ['mf-a@1.1.0'], reason: 'faster lists' }),
        },
      },
    ]);
  });

  it('says before and after a promotion whose approval it needs', async () => {
    const user = await checkNext([], [], { approvals: needs });
    expect(screen.getByText('1 other person who may promote mf-a: meera')).toBeInTheDocument();
    await openDialog(user);
    setResponse('POST promote', { kind: 'pending', approval: { missing: needs } });
    await user.click(button('Promote'));
    expect(await screen.findByText(/^Your request waits for 1 other person who may promote mf-a: meera/)).toBeVisible();
  });

  it('disables a damaged version', async () => {
    await openPromote();
    const damaged = screen.getByRole('option', { name: '1.2.0 · damaged: publish it under a new version' });
    expect(damaged).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('option', { name: /^1\.1\.0/ })).not.toHaveAttribute('aria-disabled');
  });
});
