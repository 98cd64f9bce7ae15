import { isNotFound } from '@shop/api-client/api-error';
import { productApi } from '@shop/api-client/product-api';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useParams } from '@shop/router/router';
import { ProductDetailScreen } from './product-detail.screen';

/** The API accepts no NUL character. */
const cleanId = (id = '') => id.replaceAll('\0', '').trim();

function ProductDetailRoute() {
  const { id } = useParams();
  return <ProductDetailScreen id={cleanId(id)} />;
}

const load: NonNullable<RemoteScreen['load']> = async ({ params, dispatch, loadSlot }) => {
  const id = cleanId(params.id);
  if (!id) return { status: 404 };
  const request = productApi.endpoints.product.initiate(id, { subscribe: false });
  const slot = loadSlot?.('product.below', { productId: id });
  const { data, error } = await dispatch(request);
  await slot;
  if (data === null || isNotFound(error)) return { status: 404 };
};

export const screen: RemoteScreen = {
  Screen: ProductDetailRoute,
  load,
};
