import type { ProductChoice } from './cart-line';

/** What a button adds before the scripts of its page run. */
export interface EarlyAdd extends ProductChoice {
  /** Id of a product whose response the document transfers. */
  id: string;
  /** Path that opens after the addition. Without it the page stays open. */
  opens?: string;
}

/**
 * Creates the attribute that lets the page loader of the shell add a product at once. Without it, an early click waits for the
 * scripts.
 *
 * The button may be in an element with `earlyChoices`. Its checked radio buttons called `size` and `color` replace those of the
 * attribute. A group with `aria-required` must have a checked one, or else the click waits for the scripts.
 *
 * @example <Button {...createEarlyAdd({ id: product.id, quantity: 1 })} onClick={add}>Add to Cart</Button>
 * @see docs/decisions/0032
 */
export const createEarlyAdd = (add: EarlyAdd) => ({ 'data-early-add': JSON.stringify(add) });

/** Attribute of the element that contains the choices of an early addition. */
export const earlyChoices = { 'data-early-choices': '' };
