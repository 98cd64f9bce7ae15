import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

/** The chunk that fails, as after the network has failed. */
let failing: 'texts' | 'sanitiser' | null;
jest.mock('../../policy/load-policy', () => {
  const { loadPolicy } = jest.requireActual<typeof import('../../policy/load-policy')>('../../policy/load-policy');
  return {
    get loadPolicy() {
      if (failing === 'texts') throw new Error('Loading chunk policy-texts failed');
      return loadPolicy;
    },
  };
});
jest.mock('../../policy/sanitise-policy', () => {
  const { sanitisePolicy } =
    jest.requireActual<typeof import('../../policy/sanitise-policy')>('../../policy/sanitise-policy');
  return {
    get sanitisePolicy() {
      if (failing === 'sanitiser') throw new Error('Loading chunk policy-sanitiser failed');
      return sanitisePolicy;
    },
  };
});

fakeStoreApi();
it('shows an error and loads a built-in text again on Try Again', async () => {
  failing = 'texts';
  expectLog('Loading chunk policy-texts failed');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  // React waits for suspended components inside act() only when the act() is awaited.
  const tryAgain = () => act(async () => screen.getByRole('button', { name: 'Try Again' }).click());
  await tryAgain();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  failing = null;
  await tryAgain();
  expect(await screen.findByRole('article')).toHaveTextContent('0-7 working days');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows an error without the text of the store when the sanitiser fails to load, and loads it again on Try Again', async () => {
  failing = 'sanitiser';
  expectLog('Loading chunk policy-sanitiser failed');
  answer('GET', '/storeInfo', { body: aStoreInfo({ policies: { refund: '<p>Own text</p>' } }) });
  const { user } = renderRoutes({ paths, routes, at: '/refund' });
  expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
  expect(screen.queryByText('Own text')).not.toBeInTheDocument();
  failing = null;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Own text')).toBeInTheDocument();
});
