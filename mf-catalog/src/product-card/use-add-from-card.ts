import type { Product } from '@shop/api-contract/decoders/product';
import { useCartActions } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { getOnlyOption, sizeMissing, toCartLine } from '../product/product-choice';

/**
 * Returns the click handler of 'Add to Cart' on a card. It adds one piece and selects size or colour where the product has
 * one only. With several sizes it adds nothing, shows a toast and opens the product page. A colour is never required.
 *
 * @see Specification 2 "Product card"; Interpretation 22
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
    add(toCartLine(product, { size: getOnlyOption(sizes), color: getOnlyOption(colors), quantity: 1 }));
  };
}
