import type { RemoteSlot } from '@shop/remote-contract/slots';
import { catalogApi, popularQuery } from '../../api/catalog.endpoints';
import { companionsApi } from '../../api/companions.endpoints';
import { SuggestionsSection } from './suggestions.section';

const once = { subscribe: false };

export const slot: RemoteSlot<'screen.suggestions'> = {
  Slot: SuggestionsSection,
  load: ({ props: { productIds }, dispatch }) =>
    productIds.length > 0
      ? dispatch(companionsApi.endpoints.catalogCompanions.initiate(productIds, once)).unwrap()
      : dispatch(catalogApi.endpoints.catalogProducts.initiate(popularQuery, once)).unwrap(),
};
