import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

/** Chunks that do not arrive: the network is away between the page and its text. */
let isNetworkAway = true;
jest.mock('./built-in-policy/texts/refund', () => {
  const { refund } = jest.requireActual<typeof import('./built-in-policy/texts/refund')>(
    './built-in-policy/texts/refund',
  );
  return {
    get refund() {
      if (isNetworkAway) throw new Error('Loading chunk text-refund failed');
      return refund;
    },
  };
});
jest.mock('./store-policy/sanitise-policy', () => {
  const { sanitisePolicy } = jest.requireActual<typeof import('./store-policy/sanitise-policy')>(
    './store-policy/sanitise-policy',
  );
  return {
    get sanitisePolicy() {
      if (isNetworkAway) throw new Error('Loading chunk policy-sanitiser failed');
      return sanitisePolicy;
    },
  };
});

fakeStoreApi();
beforeEach(() => {
  isNetworkAway = true;
});

it('offers to try again when a built-in text does not load', async () => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  // React waits for what suspends within an act() only when the act() is awaited.
  const tryAgain = () => act(async () => screen.getByRole('button', { name: 'Try Again' }).click());
  await tryAgain();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  isNetworkAway = false;
  await tryAgain();
  expect(await screen.findByRole('article')).toHaveTextContent('0-7 working days');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows nothing of a store’s text when the sanitiser does not load, and offers to try again', async () => {
  expectLog('Loading chunk policy-sanitiser failed');
  answer('GET', '/storeInfo', { body: aStoreInfo({ policies: { refund: '<p>Ours</p>' } }) });
  const { user } = renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  expect(screen.queryByText('Ours')).not.toBeInTheDocument();
  isNetworkAway = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Ours')).toBeInTheDocument();
});
