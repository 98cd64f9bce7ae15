import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { contentApi } from '../../api/content.endpoints';
import { paths } from '../../paths';
import { routes } from '../../routes';

/** The chunk that fails, as after the network has failed. */
let failing: 'texts' | 'sanitiser' | null;
/** Creates the error of a chunk as the bundler does. */
const createChunkError = (chunk: string) =>
  Object.assign(new Error(`Loading chunk ${chunk} failed`), { name: 'ChunkLoadError' });
jest.mock('../../policy/load-policy', () => {
  const { loadPolicy, readPolicyText } =
    jest.requireActual<typeof import('../../policy/load-policy')>('../../policy/load-policy');
  return {
    readPolicyText,
    get loadPolicy() {
      if (failing === 'texts') throw createChunkError('policy-texts');
      return loadPolicy;
    },
  };
});
jest.mock('../../policy/sanitise-policy', () => {
  const { sanitisePolicy } =
    jest.requireActual<typeof import('../../policy/sanitise-policy')>('../../policy/sanitise-policy');
  return {
    get sanitisePolicy() {
      if (failing === 'sanitiser') throw createChunkError('policy-sanitiser');
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
    const { user, store } = renderRoutes({ paths, routes, at: '/refund' });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    // The shell loads again what has the error of a chunk.
    const refund = { slug: 'refund', language: 'en', hasStoreInfo: true } as const;
    const { error } = contentApi.endpoints.contentPolicy.select(refund)(store.getState());
    expect(error).toMatchObject({ name: 'ChunkLoadError' });
    failing = null;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('article')).toHaveTextContent(text);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);
