import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
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

it.each([
  ['texts', {}, '0-7 working days'],
  ['sanitiser', { policies: { refund: '<p>Own text</p>' } }, 'Own text'],
] as const)(
  'shows an error without a text when the chunk of the %s fails to load, and loads it again on Try Again',
  async (chunk, storeInfo, text) => {
    failing = chunk;
    expectLog(`Loading chunk policy-${chunk} failed`);
    answer('GET', '/storeInfo', { body: aStoreInfo(storeInfo) });
    const { user } = renderRoutes({ paths, routes, at: '/refund' });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    failing = null;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article')).toHaveTextContent(text);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);
