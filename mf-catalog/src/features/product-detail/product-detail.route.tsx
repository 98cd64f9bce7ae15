import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useParams } from '@shop/router/router';
import { catalogApi } from '../../api/catalog.endpoints';
import { ProductDetailScreen } from './product-detail.screen';

function ProductDetailRoute() {
  const { id = '' } = useParams();
  return <ProductDetailScreen id={id.trim()} />;
}

export const screen: RemoteScreen = {
  Screen: ProductDetailRoute,
  prefetch: ({ params, dispatch }) => {
    const id = params.id?.trim();
    if (id) dispatch(catalogApi.endpoints.catalogProduct.initiate(id, { subscribe: false }) as never);
  },
};
