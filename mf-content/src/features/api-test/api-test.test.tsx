import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const url = 'http://localhost:8044/api/v1/storeInfo';
const openTest = () => renderRoutes({ paths, routes, at: '/api-test' });
const findTestAgain = () => screen.findByRole('button', { name: 'Test again' });

it('requests store information, shows the unchanged response and logs it [2.api-test-01 7.calls-08]', async () => {
  expectLog(`GET ${url} answered:`);
  answer('GET', '/storeInfo', { body: { ...aStoreInfo(), extra: '<b>7</b>' } });
  openTest();
  expect(await screen.findByRole('status')).toHaveTextContent('Connection successful.');
  expect(screen.getByText(url)).toBeInTheDocument();
  const body = screen.getByRole('region', { name: 'Response' });
  expect(JSON.parse(body.textContent ?? '')).toEqual({ ...aStoreInfo(), extra: '<b>7</b>' });
  expect(body).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('heading', { level: 1, name: 'API connection test' })).toBeInTheDocument();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

it('reads no response from a cache', async () => {
  const send = jest.spyOn(globalThis, 'fetch');
  expectLog(`GET ${url} answered:`);
  openTest();
  await screen.findByRole('status');
  const sent = send.mock.calls.map(([request]) => request).filter((request) => request instanceof Request);
  expect(sent.filter((request) => request.url === url).map(({ cache }) => cache)).toContain('no-store');
  send.mockRestore();
});

it('disables the button while the test runs', async () => {
  answer('GET', '/storeInfo', 'never');
  openTest();
  expect(await screen.findByRole('button', { name: 'Testing...' })).toBeDisabled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it.each<[string, RegExp, string, FakeAnswer]>([
  [
    'the status 500',
    /^Connection failed\. Check console for details\.$/,
    '[8.other-01]',
    { status: 500, body: { error: 'down' } },
  ],
  ['no response', /^Connection failed\. Check console for details\.$/, '[8.other-01]', 'no response'],
  ['a list', /^Unexpected error: \S.+/, '[8.other-02]', { body: [1] }],
  ['an HTML page', /^Unexpected error: \S.+/, '[8.other-02]', { text: '<!doctype html>' }],
])('shows after %s the message %p %s', async (_case, message, _tag, reply) => {
  expectLog(`GET ${url} failed:`);
  answer('GET', '/storeInfo', reply);
  openTest();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

it('sends a new request on each Test again', async () => {
  expectLog('failed:');
  answer('GET', '/storeInfo', 'no response');
  const { user } = openTest();
  await screen.findByRole('alert');
  const before = calls('GET', '/storeInfo').length;
  expectLog('answered:');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  await user.click(await findTestAgain());
  expect(await screen.findByRole('status')).toHaveTextContent('Connection successful.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  answer('GET', '/storeInfo', { status: 503, body: {} });
  await user.click(await findTestAgain());
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Response' })).not.toBeInTheDocument();
  await waitFor(() => expect(calls('GET', '/storeInfo')).toHaveLength(before + 2));
});
