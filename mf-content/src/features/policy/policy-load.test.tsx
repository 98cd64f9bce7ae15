import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

/** True makes the chunks fail, like a network that fails after the page has loaded. */
let isOffline = true;
jest.mock('../../policy/texts/refund', () => {
  const { refund } = jest.requireActual<typeof import('../../policy/texts/refund')>('../../policy/texts/refund');
  return {
    get refund() {
      if (isOffline) throw new Error('Loading chunk text-refund failed');
      return refund;
    },
  };
});
jest.mock('../../policy/sanitise-policy', () => {
  const { sanitisePolicy } =
    jest.requireActual<typeof import('../../policy/sanitise-policy')>('../../policy/sanitise-policy');
  return {
    get sanitisePolicy() {
      if (isOffline) throw new Error('Loading chunk policy-sanitiser failed');
      return sanitisePolicy;
    },
  };
});

fakeStoreApi();
beforeEach(() => {
  isOffline = true;
});

it('shows an error and loads a built-in text again on Try Again', async () => {
  expectLog('Loading chunk text-refund failed');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  // React waits for suspended components inside act() only when the act() is awaited.
  const tryAgain = () => act(async () => screen.getByRole('button', { name: 'Try Again' }).click());
  await tryAgain();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  isOffline = false;
  await tryAgain();
  expect(await screen.findByRole('article')).toHaveTextContent('0-7 working days');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows an error without the text of the store when the sanitiser fails to load, and loads it again on Try Again', async () => {
  expectLog('Loading chunk policy-sanitiser failed');
  answer('GET', '/storeInfo', { body: aStoreInfo({ policies: { refund: '<p>Own text</p>' } }) });
  const { user } = renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  expect(screen.queryByText('Own text')).not.toBeInTheDocument();
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Own text')).toBeInTheDocument();
});
