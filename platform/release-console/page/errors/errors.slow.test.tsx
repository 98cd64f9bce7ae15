import type { ErrorGroup, ErrorList, ResolvedFrame } from '@shop/releases/service-api/responses';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getQueries, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const release = { app: 'mf-a', version: '1.0.0', digest: 'ba9876543210' };
const next = { ...release, version: '1.1.0', digest: 'aaaaaaaaaaaa' };
const frame = 'mf-a/1.1.0-aaaaaaaaaaaa/home.js:1:2345';
const resolved: ResolvedFrame = {
  frame,
  source: 'src/price.ts',
  line: 12,
  column: 5,
  name: 'formatPrice',
  problem: null,
};
const raw = (problem: ResolvedFrame['problem']): ResolvedFrame => ({
  frame,
  source: null,
  line: null,
  column: null,
  name: null,
  problem,
});

function createGroup(changes: Partial<ErrorGroup> = {}): ErrorGroup {
  const at = Date.now() - 3_600_000;
  return {
    id: '0123456789abcdef',
    app: 'mf-a',
    message: 'TypeError: price is undefined',
    count: 4,
    versions: [
      { ...next, count: 3, lastAt: at },
      { ...release, count: 1, lastAt: at },
    ],
    firstAt: at,
    lastAt: at,
    stack: [resolved],
    ...changes,
  };
}

test('links what visitors had who met an error', async () => {
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  setErrors({ groups: [createGroup({ visitors: [{ visitor: '37-1a2b3c4d', at }] })] });
  renderConsole('#/production/errors?group=0123456789abcdef');
  const link = await screen.findByRole('link', { name: 'visitor 37-1a2b3c4d' });
  const { hash } = new URL(link.getAttribute('href') ?? '', location.href);
  const params = new URLSearchParams(hash.split('?')[1]);
  expect(hash).toMatch(/^#\/production\/history\?/);
  expect(Object.fromEntries(params)).toEqual({ at: '2026-11-21T12:00:00.000Z', visitor: '37-1a2b3c4d' });
});

function setErrors(list: Partial<ErrorList> = {}): void {
  setState();
  setResponse('GET errors', { groups: [createGroup()], hidden: 0, dropped: 0, ...list });
}

test('opens an error with its stack in the sources, its versions, and the ways to metrics and rollback', async () => {
  setErrors();
  const user = renderConsole('#/production/errors');
  const summary = await screen.findByRole('button', { name: /^TypeError: price is undefined/ });
  expect(summary).toHaveAccessibleName(/mf-a 1\.1\.0 and 1\.0\.0.*4 pages.*last 1 hour ago/);
  expect(summary).toHaveAttribute('aria-expanded', 'false');
  await user.click(summary);
  expect(location.hash).toBe('#/production/errors?group=0123456789abcdef');
  const stack = within(await screen.findByRole('region', { name: 'Stack' }));
  expect(stack.getByRole('listitem')).toHaveTextContent(`src/price.ts:12:5 in formatPrice${frame}`);
  const rows = within(screen.getByRole('table', { name: 'Pages by version' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'VersionPagesShareLast report',
    expect.stringMatching(/^1\.1\.0375 %1 hour ago \(.+\d:\d\d.*\)$/),
    expect.stringMatching(/^1\.0\.0125 %1 hour ago \(.+\d:\d\d.*\)$/),
  ]);
  expect(screen.getByRole('link', { name: 'Metrics of mf-a' })).toHaveAttribute(
    'href',
    '#/production/metrics?app=mf-a',
  );
  setResponse('GET history', { entries: [], before: null });
  await user.click(screen.getByRole('button', { name: 'Roll back mf-a…' }));
  expect(await screen.findByRole('dialog', { name: 'Roll back mf-a?' })).toBeInTheDocument();
});

test('leaves the dialog of a rollback open when the error leaves the list', async () => {
  setErrors();
  setResponse('GET history', { entries: [], before: null });
  const user = renderConsole('#/production/errors?group=0123456789abcdef');
  await user.click(await screen.findByRole('button', { name: 'Roll back mf-a…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Roll back mf-a?' });
  setErrors({ groups: [] });
  location.hash = '#/production/errors?period=1h';
  expect(await screen.findByText('Pages reported no errors in this period.')).toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
});

test('opens the error, app and period of the address, and asks for another period', async () => {
  setErrors();
  const user = renderConsole('#/production/errors?app=mf-a&period=7d&group=0123456789abcdef');
  expect(await screen.findByRole('region', { name: 'Stack' })).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'App' })).toHaveTextContent('mf-a');
  expect(screen.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: '1 hour' }));
  await screen.findByRole('list', { name: 'Errors' });
  expect(getQueries('GET errors')).toEqual([
    '?env=production&app=mf-a&period=7d',
    '?env=production&app=mf-a&period=1h',
  ]);
  expect(location.hash).toBe('#/production/errors?app=mf-a&period=1h');
});

test.each([
  ['no-map', 'No source map is stored for mf-a 1.1.0: publish the same build again to add it.'],
  ['unreadable-map', 'A source map of mf-a 1.1.0 cannot be read'],
] as const)('says why a stack has no sources, and shows its positions in the script: %s', async (problem, message) => {
  setErrors({ groups: [createGroup({ stack: [raw(problem)] })] });
  renderConsole('#/production/errors?group=0123456789abcdef');
  const stack = await screen.findByRole('region', { name: 'Stack' });
  expect(within(stack).getByRole('alert')).toHaveTextContent(message);
  expect(within(stack).getByRole('listitem')).toHaveTextContent(frame);
});

test('hides the rollback of an app from a person who may not roll it back', async () => {
  setErrors();
  setState({ environments: [createEnvironmentView({ permissions: { '*': [], 'mf-a': [] } })] });
  renderConsole('#/production/errors?group=0123456789abcdef');
  expect(await screen.findByRole('link', { name: 'Metrics of mf-a' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Roll back/ })).not.toBeInTheDocument();
});

test('says that pages reported no errors, and that the error of the link is not in the list', async () => {
  setErrors({ groups: [] });
  renderConsole('#/production/errors?group=ffffffffffffffff');
  expect(await screen.findByText('Pages reported no errors in this period.')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('choose all apps or a longer period');
});

test('names the errors that are not shown and the reports that are not recorded', async () => {
  setErrors({ hidden: 7, dropped: 12 });
  renderConsole('#/production/errors');
  expect(await screen.findByText(/^7 less frequent errors are not shown/)).toBeInTheDocument();
  expect(screen.getByText(/^12 reports of further errors are not recorded/)).toBeInTheDocument();
});

test('shows the message of the server for a forged address, and recovers with a valid period', async () => {
  setErrors();
  const problem = 'The request is invalid: period: give 1h, 1d, 7d or 30d.';
  setResponse('GET errors', { error: problem }, 400);
  const user = renderConsole('#/production/errors?period=9y&app=%22%3E');
  expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  setErrors();
  await user.click(screen.getByRole('button', { name: '1 day' }));
  expect(await screen.findByRole('list', { name: 'Errors' })).toBeInTheDocument();
});
