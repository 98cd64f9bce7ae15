import type { Product } from '@shop/api-contract/decoders/product';
import { useCartActions } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { type RefObject, useRef, useState } from 'react';
import { onlyOption, type ProductChoice, sizeMissing, toCartLine } from '../../../product/product-choice';
import { hasOneSizeOnly, oneSize } from './size-label';

/** Stands at the sizes, while the toast says that one is missing. */
const sizeError = 'Choose one of these';

export interface Purchase {
  choice: ProductChoice;
  /** Empty until an attempt without a size; a chosen size makes it empty again. */
  sizeError: string;
  /** The size picker, which takes the focus when a size is missing. */
  sizePicker: RefObject<HTMLFieldSetElement | null>;
  choose: (part: Partial<ProductChoice>) => void;
  /** Puts the choice into the cart and goes there; without a needed size says so instead. */
  addToCart: () => void;
}

/**
 * What a shopper chooses of a product, and its way into the cart. 'One Size' is chosen from the start, and so is a colour
 * that is the only one, as on a card. Specification 4 and 5 "Product".
 */
export function usePurchase(product: Product): Purchase {
  const [choice, setChoice] = useState<ProductChoice>(() => ({
    quantity: 1,
    ...(hasOneSizeOnly(product) && { size: oneSize }),
    color: onlyOption(product.colors),
  }));
  const [isSizeMissing, setSizeMissing] = useState(false);
  const sizePicker = useRef<HTMLFieldSetElement>(null);
  /** The screen may stay for a moment until the cart's has arrived: a second click must not add twice. */
  const isAdded = useRef(false);
  useResetOnReturn(() => {
    isAdded.current = false;
  });
  const { add } = useCartActions();
  const notify = useNotify();
  const navigate = useNavigate();

  const choose = (part: Partial<ProductChoice>) => {
    setChoice((before) => ({ ...before, ...part }));
    if (part.size !== undefined) setSizeMissing(false);
  };
  const addToCart = () => {
    if (isAdded.current) return;
    if (product.sizes.length > 0 && choice.size === undefined) {
      setSizeMissing(true);
      notify(sizeMissing);
      // The bars at a phone's bottom may cover what counts as in sight: the middle of the window is free of them.
      sizePicker.current?.scrollIntoView({ block: 'center' });
      sizePicker.current?.querySelector('input')?.focus({ preventScroll: true });
      return;
    }
    isAdded.current = true;
    add(toCartLine(product, choice));
    navigate(urls.cart());
  };
  return { choice, sizeError: isSizeMissing ? sizeError : '', sizePicker, choose, addToCart };
}
