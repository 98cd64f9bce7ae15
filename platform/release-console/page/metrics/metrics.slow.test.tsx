import type { LineChartProps } from '@mui/x-charts/LineChart';
import { screen, within } from '@testing-library/react';
import { fakeConsole, getQueries, setResponse } from '../testing/fake-console';
import { createEnvironmentView, renderConsole, setState } from '../testing/render-console';
import { createVersionHistory } from '../testing/version-history';

fakeConsole();

/** The scale of the time axis of each drawn chart. */
const mockScales = new Set<unknown>();
jest.mock('@mui/x-charts/LineChart', () => {
  const { LineChart } = jest.requireActual<typeof import('@mui/x-charts/LineChart')>('@mui/x-charts/LineChart');
  return {
    LineChart: (props: LineChartProps) => {
      mockScales.add(props.xAxis?.[0]?.scaleType);
      return <LineChart {...props} />;
    },
  };
});

// jsdom has no layout: the charts report that they have no width. Another message fails the test.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((text) => {
    if (!String(text).includes('its container has no `width` defined')) console.warn(text);
  });
});

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('shows the metrics of every version, also of one that was rolled back, and the numbers of a chart by day', async () => {
  setState();
  setResponse('GET metrics', [
    { ...createVersionHistory('mf-a', '1.1.0', [[dayAgo(0), 1200, 1900]]), isLive: false },
    createVersionHistory('mf-a', '1.0.0', [
      [dayAgo(2), 30, 1900],
      [dayAgo(0), 34, 1900],
    ]),
  ]);
  const user = renderConsole('#/production/metrics?app=mf-a');
  const table = within(await screen.findByRole('table', { name: 'Metrics by version' }));
  const cells = within(table.getByRole('row', { name: /^mf-a 1\.1\.0/ })).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ...['not live', '0.3', '6.3 (1.0.0)', '1,200', '2', '4', '3', '1', '1900 ms', '–', '–', '–', '–'],
  ]);
  expect(within(screen.getByRole('list', { name: 'Versions' })).getAllByRole('listitem')).toHaveLength(2);
  const charts = await screen.findAllByRole('figure');
  expect(charts.map((chart) => chart.querySelector('figcaption')?.textContent)).toEqual([
    ...['Page views', 'Errors', 'Own errors', 'Load failures', 'Render failures', 'LCP', 'INP', 'CLS', 'TTFB', 'TBT'],
  ]);
  // The points are UTC days.
  expect([...mockScales]).toEqual(['utc']);
  await user.click(screen.getByText('Page views by day'));
  const numbers = within(await screen.findByRole('table', { name: 'Page views by day' })).getAllByRole('row');
  expect(numbers.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))).toEqual([
    ['1.1.0', '1.0.0'],
    ['1,200', '34'],
    ['–', '30'],
  ]);
});

test('shows the charts of another app after a choice', async () => {
  setState();
  setResponse('GET metrics', [createVersionHistory('shell', '1.0.0', [[dayAgo(0), 5, 1900]])]);
  const user = renderConsole('#/production/metrics');
  expect(await screen.findByRole('heading', { name: 'shell by day' })).toBeInTheDocument();
  setResponse('GET metrics', [createVersionHistory('mf-a', '1.0.0', [[dayAgo(0), 5, 1900]])]);
  await user.click(screen.getByRole('combobox', { name: 'App' }));
  await user.click(screen.getByRole('option', { name: 'mf-a' }));
  expect(await screen.findByRole('heading', { name: 'mf-a by day' })).toBeInTheDocument();
  expect(location.hash).toBe('#/production/metrics?app=mf-a');
  expect(getQueries('GET metrics')).toEqual(['?env=production', '?env=production&app=mf-a']);
});

test('compares the errors of a canary with the live version, and rolls back the live version of an app', async () => {
  setState();
  setResponse('GET metrics', [
    { ...createVersionHistory('mf-a', '1.2.0', [[dayAgo(0), 50, 1900]]), isLive: false, isCanary: true },
    { ...createVersionHistory('mf-a', '1.1.0', [[dayAgo(0), 10, 1900]]), isLive: false },
    createVersionHistory('mf-a', '1.0.0', [[dayAgo(2), 100, 1900]]),
  ]);
  setResponse('GET history', { entries: [], before: null });
  const user = renderConsole('#/production/metrics?app=mf-a');
  const table = within(await screen.findByRole('table', { name: 'Metrics by version' }));
  const readRates = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .slice(1, 3)
      .map(({ textContent }) => textContent);
  expect(readRates(/^mf-a 1\.2\.0/)).toEqual(['8.0', '4.0 (1.0.0)']);
  expect(readRates(/^mf-a 1\.1\.0/)).toEqual(['40.0', '4.0 (1.0.0)']);
  expect(readRates(/^mf-a 1\.0\.0/)).toEqual(['4.0', '–']);
  expect(table.getAllByRole('button')).toHaveLength(1);
  await user.click(table.getByRole('button', { name: 'Roll back mf-a 1.0.0…' }));
  expect(await screen.findByRole('dialog', { name: 'Roll back mf-a?' })).toBeInTheDocument();
});

test('offers no rollback in the table to a person who may not roll back', async () => {
  setState({ environments: [createEnvironmentView({ permissions: {} })] });
  setResponse('GET metrics', [createVersionHistory('mf-a', '1.0.0', [[dayAgo(0), 10, 1900]])]);
  renderConsole('#/production/metrics?app=mf-a');
  const table = within(await screen.findByRole('table', { name: 'Metrics by version' }));
  expect(table.queryByRole('button')).not.toBeInTheDocument();
});

test('says that there are no metrics yet', async () => {
  setState();
  renderConsole('#/production/metrics');
  expect(await screen.findByText('There are no metrics yet.')).toBeInTheDocument();
});

test('shows the error of the server, and loads again on request', async () => {
  setState();
  setResponse('GET metrics', { error: 'The release service failed. Its log has the reason.' }, 500);
  const user = renderConsole('#/production/metrics');
  expect(await screen.findByRole('alert')).toHaveTextContent('The release service failed.');
  setResponse('GET metrics', [createVersionHistory('shell', '1.0.0', [])]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/No page views in the last 30 days/)).toBeInTheDocument();
});
