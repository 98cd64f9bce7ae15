import type { Product } from '@shop/api-contract/decoders/product';
import { offersChoice } from '@shop/api-contract/offers-choice';
import { type ProductChoice, toCartLine } from '@shop/cart/cart-line';
import { useCartActions } from '@shop/cart/use-cart';
import { text, useTexts } from '@shop/language/texts';
import { useEndNotice, useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { type RefObject, useRef, useState } from 'react';
import { describeMissingSize, getOnlyOption, missingSizeKey } from '../../../product/product-choice';

export interface Purchase {
  choice: ProductChoice;
  /** True when the chosen colour does not come in the chosen size, so that no colour is chosen. */
  isColorReplaced: boolean;
  /** Message of the size picker, in the language of the page, after 'Add to Cart' without a size. Empty otherwise. */
  sizeError: string;
  /** Receives the size picker, which takes the focus when a size is missing. */
  sizePicker: RefObject<HTMLDivElement | null>;
  /** Changes parts of the choice. A size or colour replaces the other one when the product is not sold in both. */
  choose: (part: Partial<ProductChoice>) => void;
  /** Changes the quantity. `unread` is the field while its text cannot be read. */
  chooseQuantity: (quantity: number, unread?: HTMLInputElement) => void;
  /**
   * Adds the choice to the cart and opens the cart. Without a required size it shows an error instead. So it does after an
   * unreadable quantity, once: then the field shows the quantity that the next click adds.
   */
  addToCart: () => void;
}

/**
 * Holds the shopper's choice of size, colour and quantity, and adds it to the cart. 'One Size' and a single colour are
 * preselected, as on a product card.
 *
 * @param onChooseColor Called with each chosen colour.
 *
 * @see Specification 4 and 5 "Product"
 */
export function usePurchase(product: Product, onChooseColor?: (color: string) => void): Purchase {
  const t = useTexts();
  /** What the shopper has chosen. `latest` is the last size or colour: it wins when the product is not sold in both. */
  const [{ latest, ...wanted }, setWanted] = useState<ProductChoice & { latest?: Partial<ProductChoice> }>(() => ({
    quantity: 1,
    ...(hasOneSizeOnly(product) && { size: oneSize }),
    color: getOnlyOption(product.colors),
  }));
  const choice: ProductChoice = offersChoice(product, wanted) ? wanted : { quantity: wanted.quantity, ...latest };
  const [isSizeMissing, setSizeMissing] = useState(false);
  const sizePicker = useRef<HTMLDivElement>(null);
  const unreadQuantity = useRef<HTMLInputElement>(undefined);
  /** The screen stays until the cart's screen has loaded. A second click in this time must not add the product again. */
  const isAdded = useRef(false);
  useResetOnReturn(() => {
    isAdded.current = false;
  });
  const { add } = useCartActions();
  const notify = useNotify();
  const endNotice = useEndNotice();
  const navigate = useNavigate();

  const choose = (part: Partial<ProductChoice>) => {
    setWanted((before) => ({ ...before, ...part, ...(part.quantity === undefined && { latest: part }) }));
    if (part.color !== undefined) onChooseColor?.(part.color);
    if (part.size === undefined) return;
    setSizeMissing(false);
    endNotice(missingSizeKey);
  };
  const chooseQuantity: Purchase['chooseQuantity'] = (quantity, unread) => {
    unreadQuantity.current = unread;
    choose({ quantity });
  };
  const addToCart = () => {
    if (isAdded.current) return;
    if (product.sizes.length > 0 && choice.size === undefined) {
      setSizeMissing(true);
      notify(describeMissingSize(t));
      return focusInMiddle(sizePicker.current?.querySelector('input'));
    }
    const unread = unreadQuantity.current;
    if (unread) {
      unreadQuantity.current = undefined;
      // A tap in Safari on a phone leaves the focus in the field, which shows its message when it loses the focus.
      unread.blur();
      return focusInMiddle(unread);
    }
    isAdded.current = true;
    add(toCartLine(product, choice));
    navigate(urls.cart());
  };
  return {
    choice,
    isColorReplaced: wanted.color !== choice.color,
    // The toast shows the message of the specification.
    sizeError: isSizeMissing ? t('Choose one of these') : '',
    sizePicker,
    choose,
    chooseQuantity,
    addToCart,
  };
}

/** Moves the focus to a field. The sticky bars of a phone can cover the edges of the window. They never cover the middle. */
function focusInMiddle(field: HTMLInputElement | null | undefined): void {
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** The size of products that have one size only. Specification 4 "Product page". */
const oneSize = 'One Size';

const hasOneSizeOnly = ({ sizes }: Pick<Product, 'sizes'>) => sizes.length === 1 && sizes[0] === oneSize;

/** Returns the label of the size picker, to translate. The rules apply in this order. Specification 2 "Product detail page". */
export function getSizeLabel({ category, description, sizes }: Pick<Product, 'category' | 'description' | 'sizes'>) {
  if (/footwear|shoes/i.test(category) || /shoe/i.test(description)) return text('Shoe Size');
  return hasOneSizeOnly({ sizes }) ? text('Size') : text('Clothing Size');
}
