import type { AppDescription, ChangeDescription, HistoryEntry } from '@shop/releases/service-api/responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { fakeConsole, getBodies, getQueries, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const { composition } = createEnvironmentView();
const [before, after] = ['1.0.0', '1.1.0'].map((version) => ({ app: 'mf-a', version, digest: 'ba9876543210' }));
const entry: HistoryEntry = {
  seq: 2,
  at: '2026-11-21T12:00:00.000Z',
  by: 'ravi',
  action: 'promote',
  reason: 'faster lists',
  text: 'promoted mf-a 1.1.0 to every visitor',
  isForced: false,
  findings: [],
  composition,
  canary: null,
  halted: [],
  changes: [{ app: 'mf-a', before: before ?? null, after: after ?? null }],
};

const setHistory = (entries: HistoryEntry[] = [entry], next: number | null = null) => {
  setState();
  setResponse('GET history', { entries, before: next });
  setResponse('GET webhooks', []);
};

const commit = (subject: string, url: string | null) => ({
  hash: subject.padEnd(40, '0'),
  subject,
  url,
  at: '2026-11-20T04:30:00.000Z',
});

const description: AppDescription = {
  app: 'mf-a',
  before: before ?? null,
  after: after ?? null,
  commits: {
    added: [commit('add-lists', 'https://github.com/shop/mf-a/commit/abc'), commit('tidy-up', null)],
    removed: [commit('old-idea', null)],
    isCut: false,
  },
  compareUrl: 'https://github.com/shop/mf-a/compare/abc...def',
  sent: { before: 10_240, after: 12_288 },
  packages: [{ name: 'valibot', before: 0, after: 3072 }],
  contract: [
    { kind: 'path', name: '/a/more', before: null, after: 'open' },
    { kind: 'slot', name: 'product.below', before: 'order 1', after: 'order 2' },
  ],
};

async function openDetails(change: ChangeDescription) {
  setHistory();
  setResponse('GET change', change);
  const user = renderConsole('#/production/history');
  const open = await screen.findByRole('button', { name: 'Show commits, sizes and screens of change 2' });
  expect(getQueries('GET change')).toEqual([]);
  await user.click(open);
  return user;
}

const readItems = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('links the commit and the pipeline of each change, and shows plain text without an address', async () => {
  const source = { app: 'mf-a', version: '1.1.0', commit: 'c0ffee1234567', pipeline: '812' };
  const commitUrl = 'https://git.example/shop/-/commit/c0ffee1234567';
  setHistory([
    { ...entry, seq: 3, sources: [{ ...source, commitUrl, pipelineUrl: 'https://git.example/812' }] },
    { ...entry, sources: [source] },
  ]);
  renderConsole('#/production/history');
  const linked = within(await screen.findByRole('list', { name: 'Changes of change 3' }));
  expect(linked.getByRole('link', { name: 'commit c0ffee1' })).toHaveAttribute('href', commitUrl);
  expect(linked.getByRole('link', { name: 'pipeline 812' })).toHaveAttribute('href', 'https://git.example/812');
  const plain = screen.getByRole('list', { name: 'Changes of change 2' });
  expect(plain).toHaveTextContent('commit c0ffee1, pipeline 812');
  expect(within(plain).queryByRole('link')).toBeNull();
});

test('shows what a change consists of when it is opened: commits with links, sizes and the contract', async () => {
  await openDetails({ apps: [description], screens: null });
  const app = within(await screen.findByRole('region', { name: 'mf-a in change 2' }));
  expect(readItems(app.getByRole('list', { name: 'Commits' }))).toEqual([
    expect.stringMatching(/^add-lis add-lists, 20 Nov 2026/),
    expect.stringMatching(/^tidy-up tidy-up, /),
    expect.stringMatching(/^old-ide removed: old-idea, /),
  ]);
  expect(app.getByRole('link', { name: 'add-lis' })).toHaveAttribute('href', 'https://github.com/shop/mf-a/commit/abc');
  expect(app.getByRole('link', { name: 'Compare the sources' })).toHaveAttribute('href', description.compareUrl);
  const rows = within(app.getByRole('table', { name: 'Sizes of mf-a in change 2' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Sizes', 'Before', 'After', 'Difference'],
    ['All files, as sent', '10.0 KB', '12.0 KB', '+2.0 KB'],
    ['valibot', '0.0 KB', '3.0 KB', '+3.0 KB'],
  ]);
  expect(readItems(app.getByRole('list', { name: 'Contract of mf-a' }))).toEqual([
    'new path /a/more (open)',
    'changed slot product.below (order 1 → order 2)',
  ]);
  expect(screen.getByText(/There are no pictures of the screens/)).toBeInTheDocument();
});

test('shows the screens that look different, before and after, with a mark', async () => {
  const [old, next] = ['a'.repeat(64), 'b'.repeat(64)];
  const changed = [
    { app: 'mf-a', screen: '/a', before: old, after: next },
    { app: 'mf-a', screen: '/a/more', before: null, after: next },
  ];
  await openDetails({ apps: [description], screens: { changed, same: 8 } });
  const screens = within(await screen.findByRole('region', { name: 'Screens of change 2' }));
  expect(screens.getByText('8 screens look the same.')).toBeInTheDocument();
  expect(screens.getByRole('img', { name: '/a of mf-a before' })).toHaveAttribute('src', `/pictures/${old}`);
  expect(screens.getByRole('img', { name: '/a of mf-a after' })).toHaveAttribute('src', `/pictures/${next}`);
  expect(screens.queryByRole('img', { name: '/a/more of mf-a before' })).not.toBeInTheDocument();
  expect(screens.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
    '/a of mf-a looks differentBeforeAfter',
    '/a/more of mf-a newAfter',
  ]);
});

test('says what is unknown, and shows a long list of differences on request', async () => {
  const contract = Array.from({ length: 20 }, (_, index) => {
    return { kind: 'shared export', name: `part${index}`, before: null, after: '1.0.0' };
  });
  const user = await openDetails({
    apps: [{ ...description, commits: null, compareUrl: null, packages: null, contract }],
    screens: { changed: [], same: 10 },
  });
  expect(await screen.findByText('The commits are unknown: a release has no list of them.')).toBeInTheDocument();
  expect(screen.getByText('Every screen of the smoke test looks the same.')).toBeInTheDocument();
  const list = screen.getByRole('list', { name: 'Contract of mf-a' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(12);
  await user.click(screen.getByRole('button', { name: 'Show 8 more' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(20);
});

test('searches the history with the address, which the form fills', async () => {
  setHistory();
  const user = renderConsole('#/production/history?by=ravi');
  expect(await screen.findByRole('textbox', { name: 'Person' })).toHaveValue('ravi');
  await user.type(screen.getByRole('textbox', { name: 'Reason contains' }), 'sale');
  await user.click(screen.getByRole('combobox', { name: 'Action' }));
  await user.click(screen.getByRole('option', { name: 'Locked' }));
  await user.type(screen.getByLabelText('Until'), '2026-11-20');
  setHistory([]);
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No change matches.')).toBeInTheDocument();
  expect(location.hash).toBe('#/production/history?search=sale&by=ravi&action=lock&until=2026-11-20');
  const queries = getQueries('GET history').map((query) => Object.fromEntries(new URLSearchParams(query)));
  expect(queries).toEqual([
    { env: 'production', by: 'ravi' },
    {
      env: 'production',
      by: 'ravi',
      action: 'lock',
      search: 'sale',
      until: new Date('2026-11-21T00:00').toISOString(),
    },
  ]);
  setHistory();
  await user.click(screen.getByRole('button', { name: 'All changes' }));
  expect(await screen.findByText(/faster lists/)).toBeInTheDocument();
  expect(location.hash).toBe('#/production/history');
});

test('shows the history for an address whose times are too far away', async () => {
  setHistory();
  const far = encodeURIComponent('+275760-09-13');
  renderConsole(`#/production/history?until=${far}&at=${far}`);
  expect(await screen.findByText(/faster lists/)).toBeInTheDocument();
  expect(getQueries('GET history')).toEqual(['?env=production']);
});

test('continues a search that the server has bounded', async () => {
  setHistory([], 500);
  const user = renderConsole('#/production/history?app=mf-a');
  expect(await screen.findByText('No change matches so far.')).toBeInTheDocument();
  setHistory();
  await user.click(screen.getByRole('button', { name: 'Show earlier changes' }));
  expect(await screen.findByText(/faster lists/)).toBeInTheDocument();
  expect(getQueries('GET history').at(-1)).toBe('?env=production&app=mf-a&before=500');
});

test('links the signed audit log of the environment', async () => {
  setHistory();
  renderConsole('#/production/history');
  expect(await screen.findByRole('link', { name: 'Signed audit log' })).toHaveAttribute(
    'href',
    '/api/audit-log?env=production',
  );
});

test('says what a person did', async () => {
  setHistory([{ ...entry, action: 'lock', app: 'mf-a', text: 'locked mf-a', changes: [] }]);
  renderConsole('#/production/history');
  expect(await screen.findByRole('heading', { name: '2. Locked mf-a' })).toBeVisible();
});

test('the address of a change shows it and those before it, and an unknown one says so', async () => {
  setHistory();
  const user = renderConsole('#/production/history?change=2');
  const link = await screen.findByRole('link', { name: '2.' });
  expect(link).toHaveAttribute('href', '#/production/history?change=2');
  expect(getQueries('GET history').at(-1)).toContain('before=3');
  expect(screen.queryByText(/production has no change/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All changes' }));
  expect(getQueries('GET history').at(-1)).not.toContain('before');
});

test('an address of a change that does not exist says so', async () => {
  setHistory();
  renderConsole('#/production/history?change=27');
  expect(await screen.findByText('production has no change 27: the newest is 2.')).toBeInTheDocument();
});

test('shows the live composition of a time, and that of a visitor', async () => {
  setState();
  setResponse('GET history', { entries: [], before: null });
  setResponse('GET webhooks', []);
  const release = (app: string, version: string) => ({ app, version, digest: '0123456789ab' });
  setResponse('GET state-at', {
    change: { seq: 7, at: '2026-11-21T12:00:00.000Z', by: 'asha', text: 'promoted mf-a 1.1.0', reason: '' },
    composition: { shell: release('shell', '1.0.0'), remotes: [release('mf-a', '1.0.0')] },
    canaries: [
      {
        id: 'c1',
        apps: ['mf-a'],
        owner: 'asha',
        share: 10,
        changes: [{ app: 'mf-a', before: release('mf-a', '1.0.0'), after: release('mf-a', '1.1.0') }],
      },
    ],
    visitor: { canary: 'c1' },
  });
  const user = renderConsole('#/production/history');
  fireEvent.change(await screen.findByLabelText(/^Live at/, { selector: 'input' }), {
    target: { value: '2026-11-21T14:05' },
  });
  await user.click(screen.getByLabelText(/^Visitor/));
  await user.paste('v1');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const versions = await screen.findByRole('list', { name: 'Live versions at that time' });
  expect(versions).toHaveTextContent('shell1.0.0 · 0123456789abmf-a1.0.0 · 0123456789ab');
  expect(screen.getByText(/^This visitor had the canary of mf-a/)).toBeInTheDocument();
  const at = encodeURIComponent(new Date('2026-11-21T14:05').toISOString());
  expect(getQueries('GET state-at')).toEqual([`?env=production&at=${at}&visitor=v1`]);
  const linked = '#/production/history?at=2026-11-21T10%3A16%3A42.000Z';
  location.hash = linked;
  await waitFor(() => expect(screen.getByLabelText(/^Visitor/)).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(location.hash).toBe(linked);
});

describe('the version that a rollback offers first', () => {
  const comp = (version: string) => ({
    ...composition,
    remotes: [{ app: 'mf-a', version, digest: 'ba9876543210' }],
  });
  const change = (seq: number, action: HistoryEntry['action'], version: string): HistoryEntry => ({
    ...entry,
    seq,
    action,
    composition: comp(version),
  });

  async function openRollback(entries: HistoryEntry[], open: string | RegExp) {
    setHistory(entries);
    const user = renderConsole('#/production/live');
    if (open instanceof RegExp) await user.click(await screen.findByRole('button', { name: 'Actions for mf-a' }));
    const role = open instanceof RegExp ? 'menuitem' : 'button';
    await user.click(await screen.findByRole(role, { name: open }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = await dialog.findByRole('combobox', { name: 'Roll back to' });
    await user.type(dialog.getByLabelText(/^Reason/), 'slow');
    return { user, dialog, field };
  }

  // 1.1.0 was rolled back to 1.0.0, which is live now.
  const entries = [change(4, 'rollback', '1.0.0'), change(3, 'promote', '1.1.0'), change(2, 'promote', '1.0.0')];

  it.each([['Roll back…'], [/^Roll back mf-a/]])('is one that no rollback undid: %s', async (open) => {
    const { field } = await openRollback([...entries, change(1, 'promote', '0.9.0')], open);
    expect(field).toHaveTextContent(/^change 1,/);
  });

  it('is none when every earlier one was rolled back, and the person chooses', async () => {
    const { user, dialog, field } = await openRollback(entries, 'Roll back…');
    const confirm = dialog.getByRole('button', { name: 'Roll back' });
    expect(field).toHaveAccessibleDescription('Every version before was rolled back: choose one of them.');
    expect(confirm).toBeDisabled();
    await user.click(field);
    await user.click(screen.getByRole('option', { name: /^change 3,/ }));
    expect(confirm).toBeEnabled();
  });

  it('is scheduled only after a review when another change replaces it', async () => {
    const live = [change(2, 'promote', '1.0.0'), change(1, 'promote', '0.9.0')];
    const { user, dialog, field } = await openRollback(live, 'Roll back…');
    expect(field).toHaveTextContent(/^change 1,/);
    await user.click(dialog.getByRole('radio', { name: 'At a time' }));
    const confirm = dialog.getByRole('button', { name: 'Schedule' });
    expect(confirm).toBeEnabled();
    setHistory([change(3, 'promote', '1.1.0'), ...live]);
    setState({ environments: [createEnvironmentView({ seq: 3, composition: comp('1.1.0') })] });
    fireEvent.focus(window);
    expect(await dialog.findByText('This shows production after change 3.')).toBeInTheDocument();
    expect(confirm).toBeDisabled();
    await waitFor(() => expect(field).toHaveTextContent(/^change 2,/));
    await user.click(dialog.getByRole('button', { name: 'I have reviewed it' }));
    setResponse('POST schedules', {});
    await user.click(confirm);
    expect(await screen.findByRole('heading', { name: 'Waiting' })).toBeInTheDocument();
    expect(getBodies('POST schedules')).toMatchObject([{ action: { call: 'rollback', body: { to: 2 } } }]);
  });
});

describe('a version that is not among the newest changes', () => {
  const [newest, older] = ['1.0.0', '0.9.0'].map((version) => ({
    ...composition,
    remotes: [{ app: 'mf-a', version, digest: 'ba9876543210' }],
  }));
  /** Gives 60 changes in pages of 25, as the service does. @param since  The change with which the live version of mf-a came. */
  function setPages(since = 20) {
    const entries = Array.from({ length: 60 }, (_, index): HistoryEntry => {
      const seq = 60 - index;
      return { ...entry, seq, composition: (seq >= since ? newest : older) ?? composition };
    });
    setState({ environments: [createEnvironmentView({ seq: 60 })] });
    setResponse('GET webhooks', []);
    setResponse('GET history', (query) => {
      const before = Number(query.get('before') ?? 61);
      const page = entries.filter(({ seq }) => seq < before).slice(0, 25);
      const last = page.at(-1)?.seq ?? 1;
      return { entries: page, before: last > 1 ? last : null };
    });
  }

  const click = async (user: UserEvent, role: string, name: string) =>
    user.click(await screen.findByRole(role, { name }));

  it.each([
    ['live', ['button', 'Roll back…'], 19],
    ['live', ['button', 'Actions for mf-a', 'menuitem', 'Roll back mf-a…'], 19],
    ['history?change=12', ['button', 'Roll back to change 12'], 12],
    ['history?by=ravi&until=2026-11-20', ['button', 'Show earlier changes', 'button', 'Roll back to change 15'], 15],
  ])('is found by a rollback from %s: %j', async (view, steps, seq) => {
    setPages();
    const user = renderConsole(`#/production/${view}`);
    for (let step = 0; step < steps.length; step += 2) await click(user, steps[step] ?? '', steps[step + 1] ?? '');
    const dialog = within(await screen.findByRole('dialog'));
    const field = await dialog.findByRole('combobox', { name: 'Roll back to' });
    expect(field).toHaveTextContent(new RegExp(`^change ${seq},`));
    await user.type(dialog.getByLabelText(/^Reason/), 'slow');
    setResponse('POST rollback', { kind: 'live', seq: 61 });
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(getBodies('POST rollback')).toMatchObject([{ to: seq }]));
  });

  it('is not replaced by another one while older changes cannot be loaded', async () => {
    setPages(50);
    const user = renderConsole('#/production/history');
    await screen.findByRole('link', { name: '60.' });
    window.location.hash = '#/production/history?change=12';
    await screen.findByRole('link', { name: '12.' });
    setResponse('GET history', { error: 'The database does not answer.' }, 503);
    await click(user, 'button', 'Roll back to change 12');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Reason/), 'slow');
    expect(await dialog.findByRole('alert')).toHaveTextContent('The database does not answer.');
    const field = dialog.getByRole('combobox', { name: 'Roll back to' });
    expect(field).toHaveAccessibleDescription('Change 12 is not in this list: load older changes.');
    expect(dialog.getByRole('button', { name: 'Roll back' })).toBeDisabled();
    setPages(50);
    await user.click(dialog.getByRole('button', { name: 'Load older changes' }));
    await waitFor(() => expect(dialog.getByRole('combobox')).toHaveTextContent(/^change 12,/));
  });

  it('can be looked for again where older changes could not be loaded', async () => {
    setPages();
    const user = renderConsole('#/production/history');
    await screen.findByRole('link', { name: '60.' });
    setResponse('GET history', { error: 'The database does not answer.' }, 503);
    window.location.hash = '#/production/live';
    await click(user, 'button', 'Roll back…');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The database does not answer.');
    expect(dialog.queryByText(/no earlier version/)).not.toBeInTheDocument();
    setPages();
    await user.click(dialog.getByRole('button', { name: 'Load older changes' }));
    expect(await dialog.findByRole('combobox', { name: 'Roll back to' })).toHaveTextContent(/^change 19,/);
  });

  it('does not exist when the complete history has the live versions', async () => {
    setHistory();
    const user = renderConsole('#/production/live');
    await click(user, 'button', 'Roll back…');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('The history has no earlier version to roll back to.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Load older changes' })).not.toBeInTheDocument();
  });
});

test('offers a rollback to a change whose other versions are of apps that the person may roll back', async () => {
  const { shell, remotes } = composition;
  const [catalog] = remotes;
  const older = { app: 'mf-a', version: '0.9.0', digest: 'aaaaaaaaaaaa' };
  setHistory([
    { ...entry, seq: 4 },
    { ...entry, seq: 3, composition: { shell, remotes: [older] } },
    { ...entry, seq: 2, composition: { shell: { ...shell, version: '0.9.0' }, remotes: [older] } },
    { ...entry, seq: 1, composition: { shell: { ...shell, version: '0.9.0' }, remotes: catalog ? [catalog] : [] } },
  ]);
  const permissions = { '*': [], shell: [], 'mf-a': ['rollback' as const] };
  setState({ environments: [createEnvironmentView({ permissions })] });
  renderConsole('#/production/history');
  await screen.findByRole('link', { name: '1.' });
  const buttons = screen.getAllByRole('button', { name: /^Roll back to change/ });
  expect(buttons.map((found) => found.getAttribute('aria-label'))).toEqual(['Roll back to change 3']);
});
