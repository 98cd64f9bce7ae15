import type { ComposedRemote } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { SlotIntent } from '@shop/remote-contract/slots';
import { composeApp } from './compose-app';

/** How the filler of the next page behaves. */
export const reviews: { throwsIn: 'server' | 'browser' | 'none'; loadsIn: 'everywhere' | 'server' } = {
  throwsIn: 'none',
  loadsIn: 'everywhere',
};

const getSide = () => ('window' in globalThis ? 'browser' : 'server');

/** A remote that fills `product.below` with data of the store API, and adds a link to the footer. */
export const reviewsRemote: ComposedRemote = {
  ...composeApp('mf-reviews'),
  global: 'mf_reviews',
  paths: [],
  slots: [{ name: 'product.below', order: 100 }],
  links: [{ slot: 'footer.links', text: 'Reviews', to: '/reviews', order: 100 }],
};

/** Loads the module of the remote. Its React and its store API are those of the current page. */
export function loadReviews(): RemoteModule {
  const { createElement } = require('react') as typeof import('react');
  const { storeApi } = require('@shop/api-client/store-api') as typeof import('@shop/api-client/store-api');
  const api = storeApi.injectEndpoints({
    endpoints: (build) => ({
      reviewsProduct: build.query<{ title: string }, string>({ query: (id) => `/products/${id}` }),
    }),
    overrideExisting: true,
  });
  const load = ({ props, dispatch }: SlotIntent<'product.below'>) =>
    (dispatch as (action: unknown) => Promise<unknown>)(
      api.endpoints.reviewsProduct.initiate(props.productId, { subscribe: false }),
    );
  const Slot = ({ productId }: { productId: string }) => {
    const { data } = api.useReviewsProductQuery(productId);
    if (reviews.throwsIn === getSide()) throw new Error('the reviews are broken');
    return createElement('section', null, `Reviews of ${data?.title}`);
  };
  return {
    routes: {},
    slots: {
      'product.below': async () => {
        if (reviews.loadsIn === 'server' && getSide() === 'browser') throw new Error('the code does not load');
        return { slot: { Slot, load } };
      },
    },
  };
}
