import type { Product } from '@shop/api-contract/decoders/product';
import { useCartActions } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { onlyOption, sizeMissing, toCartLine } from '../product/product-choice';

/**
 * Adds one piece to the cart, choosing size or colour where only one exists. With several sizes nothing is added: a
 * notice says so and the product page opens. Colour is never required. Specification 2
 * "Product card"; Interpretation 22.
 */
export function useAddFromCard(product: Product): () => void {
  const { add } = useCartActions();
  const notify = useNotify();
  const navigate = useNavigate();
  return () => {
    if (product.sizes.length > 1) {
      notify(sizeMissing);
      navigate(urls.product(product.id));
      return;
    }
    const { sizes, colors } = product;
    add(toCartLine(product, { size: onlyOption(sizes), color: onlyOption(colors), quantity: 1 }));
  };
}
