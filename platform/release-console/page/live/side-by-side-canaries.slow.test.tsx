import { type AssignmentMetrics, summarizeMetrics } from '@shop/releases/canary-analysis/metrics-report';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeConsole, getBodies, setResponse } from '../testing/fake-console';
import { createCanaryView, createEnvironmentView, renderConsole, setState } from '../testing/render-console';

fakeConsole();

const noon = '2026-11-21T12:00:00.000Z';
const environment = createEnvironmentView();
const everything = environment.permissions['mf-a'] ?? [];

const createCanary = (app: string, owner: string, share: number) =>
  createCanaryView(app, {
    owner,
    share,
    start: { seq: 2, at: noon, by: owner, action: 'canary', reason: 'faster lists' },
  });

/** Shows canaries of mf-a and mf-b to ravi, who may change mf-a only. */
async function openShop(changes: Partial<typeof environment> = {}) {
  const canaries = [createCanary('mf-a', 'ravi', 10), createCanary('mf-b', 'meera', 20)];
  const permissions = { '*': [], shell: [], 'mf-a': everything, 'mf-b': [] };
  setState({ environments: [createEnvironmentView({ canaries, permissions, ...changes })] });
  const user = renderConsole();
  await screen.findByRole('heading', { name: 'Live in production' });
  return { user, canaries };
}

const getPanel = (app: string) => within(screen.getByRole('region', { name: new RegExp(`^Canary of ${app} for`) }));

test('shows every canary with its apps, audience and owner, and the actions for a canary of the person only', async () => {
  await openShop();
  expect(getPanel('mf-a').getByText(/by ravi: faster lists/)).toBeInTheDocument();
  expect(getPanel('mf-b').getByText(/by meera: faster lists/)).toBeInTheDocument();
  expect(getPanel('mf-b').getByRole('heading')).toHaveTextContent('Canary of mf-b for 20 % of the visitors');
  expect(getPanel('mf-a').getByRole('button', { name: 'Halt…' })).toBeEnabled();
  expect(getPanel('mf-b').queryByRole('button', { name: 'Halt…' })).not.toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^mf-a/ })).toHaveTextContent('10 % get 1.1.0');
});

test('halts the chosen canary, and names it in the dialog, which a click outside closes only without a reason', async () => {
  const { user, canaries } = await openShop();
  const clickOutside = () => user.click(screen.getByRole('dialog').parentElement ?? document.body);
  await user.click(getPanel('mf-a').getByRole('button', { name: 'Halt…' }));
  await clickOutside();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(getPanel('mf-a').getByRole('button', { name: 'Halt…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Halt the canary of mf-a?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('slow');
  await clickOutside();
  setResponse('POST halt', { seq: 3 });
  await user.click(dialog.getByRole('button', { name: 'Halt' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(getBodies('POST halt')).toEqual([{ env: 'production', seq: 2, canary: canaries[0]?.id, reason: 'slow' }]);
});

/** Metrics of a shop whose canary had no visitor. */
function createMetrics({ id, apps, owner }: ReturnType<typeof createCanary>): EnvironmentView['metrics'] {
  const createEmpty = (assignment: AssignmentMetrics['assignment']): AssignmentMetrics => ({
    assignment,
    totals: summarizeMetrics([]),
    minutes: [],
  });
  const [live, canary, listed] = [createEmpty('control'), createEmpty('canary'), createEmpty('listed')];
  return {
    env: 'production',
    at: 0,
    head: 2,
    gateways: 1,
    skippedRecords: [],
    live,
    canaries: [
      {
        id,
        apps,
        owner,
        canary,
        listed,
        verdict: { isWorse: false, reason: '', metrics: [] },
        stageVisits: { measured: 0, needed: 50 },
      },
    ],
  };
}

test('says which share is not free: for a stage that waits, and at the slider', async () => {
  const planned = {
    ...createCanary('mf-a', 'ravi', 10),
    plan: { stages: [{ share: 50, afterMinutes: 15 }], dueAt: 0 },
  };
  await openShop({ canaries: [planned, createCanary('mf-b', 'meera', 80)] });
  const holder = 'is not free in production: mf-b 1.1.0 holds 80 % (meera).';
  const panel = getPanel('mf-a');
  expect(panel.getByText(/^Next: 50 %/)).toHaveTextContent(`The next stage waits: 50 % ${holder}`);
  expect(panel.queryByRole('alert')).not.toBeInTheDocument();
  fireEvent.change(panel.getByRole('slider'), { target: { value: 25 } });
  expect(panel.getByRole('alert')).toHaveTextContent(
    `25 % ${holder} Ask them to complete or halt, or take at most 20 %.`,
  );
  expect(panel.getByRole('button', { name: 'Roll out to 25 %…' })).toBeDisabled();
  fireEvent.change(panel.getByRole('slider'), { target: { value: 20 } });
  expect(panel.getByRole('button', { name: 'Roll out to 20 %…' })).toBeEnabled();
});

test('shows the stages of a canary, and pauses and resumes them', async () => {
  const planned = {
    ...createCanary('mf-a', 'ravi', 10),
    plan: { stages: [{ share: 100, afterMinutes: 15 }], dueAt: 0 },
  };
  const { user } = await openShop({ canaries: [planned], metrics: createMetrics(planned) });
  expect(
    getPanel('mf-a').getByText(/^Next: 100 % on 1 Jan 1970, .*; 0 of 50 visits measured at 10 %$/),
  ).toBeInTheDocument();
  await user.click(getPanel('mf-a').getByRole('button', { name: 'Pause…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Pause the stages of the canary of mf-a?' }));
  await user.click(dialog.getByLabelText(/^Reason/));
  await user.paste('sale');
  setResponse('POST pause', { seq: 3 });
  const plan = { ...planned.plan, paused: { by: 'ravi', reason: 'sale' } };
  setState({ environments: [createEnvironmentView({ canaries: [{ ...planned, plan }] })] });
  await user.click(dialog.getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(getPanel('mf-a').getByRole('button', { name: 'Resume…' })).toBeEnabled());
  expect(getBodies('POST pause')).toEqual([{ env: 'production', seq: 2, canary: planned.id, reason: 'sale' }]);
  expect(getPanel('mf-a').getByText('Paused by ravi: sale. Next: 100 %')).toBeInTheDocument();
});

test('says that a stage waits for a person, who continues it', async () => {
  const stages = [
    { share: 50, afterMinutes: 15, waitsForPerson: true as const },
    { share: 100, afterMinutes: 15, notBefore: '2026-11-28T09:00:00.000Z' },
  ];
  const planned = { ...createCanary('mf-a', 'ravi', 10), plan: { stages, dueAt: 0 } };
  const { user } = await openShop({ canaries: [planned] });
  expect(
    getPanel('mf-a').getByText(
      /^Next: 50 % when a person continues, planned for 1 Jan 1970, .*, then 100 % and not before 28 Nov 2026, \d\d:\d\d$/,
    ),
  ).toBeInTheDocument();
  await user.click(getPanel('mf-a').getByRole('button', { name: 'Continue to 50 %…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Raise the canary of mf-a to 50 % of the visitors?' }));
  setResponse('POST rollout', { kind: 'live', seq: 3 });
  const plan = { ...planned.plan, stages: stages.slice(1) };
  setState({ environments: [createEnvironmentView({ canaries: [{ ...planned, share: 50, plan }] })] });
  await user.click(dialog.getByRole('button', { name: 'Roll out to 50 %' }));
  await waitFor(() => expect(getBodies('POST rollout')).toMatchObject([{ canary: planned.id, share: 50 }]));
  await waitFor(() => expect(getPanel('mf-a').queryByRole('button', { name: /^Continue/ })).toBeNull());
});

test('notifies the owner of a canary that the change of another person ended', async () => {
  const notice = { id: 'a', apps: ['mf-a'], seq: 7, at: noon, by: 'meera', reason: 'it does not pass the gates' };
  await openShop({
    canaries: [],
    notices: [
      { ...notice, owner: 'ravi', share: 10, changes: createCanary('mf-a', 'ravi', 10).changes },
      { ...notice, owner: 'asha', seq: 6 },
    ],
  });
  const notices = within(screen.getByRole('region', { name: 'Ended canaries' })).getAllByRole('alert');
  expect(notices.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Your canary of mf-a 1\.0\.0 → 1\.1\.0 at 10 % ended with change 7 by meera, .*: it does not pass the gates$/,
    ),
    expect.stringMatching(/^The canary of asha of mf-a ended with change 6 by meera/),
  ]);
});
