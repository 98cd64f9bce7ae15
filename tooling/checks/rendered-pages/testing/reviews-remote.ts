import type { ComposedRemote } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import { slotNames } from '@shop/remote-contract/slot-names';
import type { RemoteSlot, SlotIntent, SlotName } from '@shop/remote-contract/slots';
import { aComposition } from '@shop/testing/a-composition';

/** How the component of the next page behaves. */
export const reviews: {
  throwsIn: 'server' | 'browser' | 'none';
  loadsIn: 'everywhere' | 'server';
} = { throwsIn: 'none', loadsIn: 'everywhere' };

const getSide = () => ('window' in globalThis ? 'browser' : 'server');

const composition = aComposition([
  {
    name: 'mf-reviews',
    slots: Object.fromEntries(slotNames.map((name) => [name, { order: 100 }])),
    links: {
      'footer.links': [{ text: 'Reviews', to: '/reviews', order: 100 }],
      'header.navigation': [{ text: 'Best Reviewed', to: '/reviews/best', order: 100 }],
    },
  },
]);

/** A remote that fills every slot with data of the store API, and adds links to footer and header. */
export const reviewsRemote = composition.remotes[0] as ComposedRemote;

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
  const load = ({ props, dispatch }: SlotIntent<SlotName>) =>
    (dispatch as (action: unknown) => Promise<unknown>)(
      api.endpoints.reviewsProduct.initiate(getProductId(props), { subscribe: false }),
    );
  const Slot = (props: object) => {
    const { data } = api.useReviewsProductQuery(getProductId(props));
    if (reviews.throwsIn === getSide()) throw new Error('the reviews are broken');
    return createElement('section', null, `Reviews of ${data?.title}`);
  };
  const loadSlot = async () => {
    if (reviews.loadsIn === 'server' && getSide() === 'browser') throw new Error('the code does not load');
    const slot: RemoteSlot<SlotName> = { Slot, load };
    return { slot };
  };
  return { routes: {}, slots: Object.fromEntries(slotNames.map((name) => [name, loadSlot])) };
}

/** Places without a product show the reviews of the first one. */
const getProductId = (props: object): string => ('productId' in props ? String(props.productId) : 'p-1');
