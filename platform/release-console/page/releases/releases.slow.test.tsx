import { screen, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { createCanaryView, createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const [, live] = createEnvironmentView().apps.map(({ app, version, digest }) => ({ app, version, digest }));
const release = (version: string, day: number, digest: string) => ({
  app: 'mf-a',
  version,
  digest,
  commit: 'c0ffee1234567',
  commitUrl: 'https://git.example/shop/-/commit/c0ffee1234567',
  pipeline: '812',
  isDamaged: false,
  publishedAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
});
const releases = [
  {
    app: 'mf-a',
    releases: [
      release('1.3.0', 23, 'c'.repeat(12)),
      release('1.2.0', 22, 'b'.repeat(12)),
      release('1.0.0', 21, live?.digest ?? ''),
      release('0.9.0', 20, 'a'.repeat(12)),
    ],
  },
];
const roles = { catalog: { may: ['promote'], apps: ['mf-a'], environments: ['*'], groups: ['team-catalog'] } };

function open(permissions = createEnvironmentView().permissions) {
  const after = { app: 'mf-a', version: '1.2.0', digest: 'b'.repeat(12) };
  const running = createCanaryView('mf-a', { changes: [{ app: 'mf-a', before: live ?? null, after }] });
  setState({ environments: [createEnvironmentView({ canaries: [running], permissions })] });
  setResponse('GET releases', releases);
  setResponse('GET policy', { version: 1, policy: { roles, people: { asha: { roles: ['catalog'] } } }, history: [] });
  return renderConsole('#/production/releases');
}

test('lists the versions after the live one that no canary has, with commit, pipeline and team', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Waiting versions of mf-a' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual(['1.3.0']);
  expect(items[0]).toHaveTextContent('commit c0ffee1, pipeline 812');
  const link = within(list).getByRole('link');
  expect([link.textContent, link.getAttribute('href')]).toEqual([
    'commit c0ffee1',
    'https://git.example/shop/-/commit/c0ffee1234567',
  ]);
  expect(await screen.findByText('Who may promote it: asha and a member of team-catalog')).toBeInTheDocument();
});

test('runs the gates of a version, and takes it to the promotion', async () => {
  const user = open();
  const passed = { seq: 2, live: 1, findings: [], warnings: [], freeze: null, approvals: [], forcedApprovals: [] };
  setResponse('POST check', { ...passed, changes: [{ app: 'mf-a', before: live, after: releases[0]?.releases[0] }] });
  await user.click(await screen.findByRole('button', { name: 'Run the gates for mf-a 1.3.0' }));
  expect(await screen.findByText('All gates pass.')).toBeInTheDocument();
  expect(getBodies('POST check')).toEqual([
    { env: 'production', releases: ['mf-a@1.3.0'], removedApps: [], removedPaths: [] },
  ]);
  await user.click(screen.getByRole('button', { name: 'Promote mf-a 1.3.0…' }));
  expect(await screen.findByRole('combobox', { name: 'mf-a' })).toHaveTextContent(/^1\.3\.0/);
});

test('offers no promotion to a person who may not promote the app', async () => {
  open({ '*': [], 'mf-a': [] });
  expect(await screen.findByRole('button', { name: 'Run the gates for mf-a 1.3.0' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: /^Promote mf-a/ })).toBeNull();
});
