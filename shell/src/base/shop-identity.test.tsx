import { useStoreInfo } from '@shop/store-info/use-store-info';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { catalog } from '../testing/open-shop';
import { createGate, renderShop } from '../testing/render-shop';

fakeStoreApi();

const failure = 'Failed to load store information. Please refresh the page.';

test('a failure to load store information shows one toast, and the shop works with its defaults [8.store-01]', async () => {
  answer('GET', '/storeInfo', { status: 500, body: {} });
  await renderShop({ at: '/', remotes: [catalog] });
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  expect(await within(toasts).findByText(failure)).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Screen' })).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Categories' })).toHaveTextContent('Kitchen Tools');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' })).toHaveTextContent('Home');
  expect(screen.getByText(`© ${new Date().getFullYear()}. All rights reserved.`)).toBeInTheDocument();
  expect(calls('GET', '/storeInfo')).toHaveLength(1);
});

/** A screen that loads after the shell's request has failed, and requests store information again. */
async function openLateScreen() {
  answer('GET', '/storeInfo', { status: 500, body: {} });
  const late = createGate();
  const Screen = () => <h1>{useStoreInfo().kind}</h1>;
  await renderShop({ at: '/', remotes: [{ ...catalog, load: () => late.passed.then(() => ({ Screen })) }] });
  await screen.findByText(failure);
  return late;
}

test('the toast stays while a later screen requests store information again, and after a second failure', async () => {
  const late = await openLateScreen();
  const response = createGate();
  answer('GET', '/storeInfo', { status: 500, body: {}, after: response.passed });
  await late.pass();
  expect(await screen.findByRole('heading', { name: 'loading' })).toBeInTheDocument();
  expect(screen.getByText(failure)).toBeInTheDocument();
  await response.pass();
  expect(await screen.findByRole('heading', { name: 'failed' })).toBeInTheDocument();
  expect(screen.getByText(failure)).toBeInTheDocument();
});

test('the toast ends when a later screen has loaded store information', async () => {
  const late = await openLateScreen();
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  await late.pass();
  expect(await screen.findByRole('heading', { name: 'ready' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(failure)).not.toBeInTheDocument());
});
