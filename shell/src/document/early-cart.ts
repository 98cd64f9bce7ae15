import type { addLine, CartLine, cartLineKey, countPieces, toCartLine } from '@shop/cart/cart-line';
import type { EarlyAdd } from '@shop/cart/early-add';

/** The rules of the cart, for `createEarlyCart`. */
export interface CartRules {
  addLine: typeof addLine;
  cartLineKey: typeof cartLineKey;
  countPieces: typeof countPieces;
  toCartLine: typeof toCartLine;
}

/** Constants of `createEarlyCart`. */
export interface EarlyCartSettings {
  /** Key of the cart in localStorage. */
  cartKey: string;
  /** Path of the cart. */
  cartPath: string;
  /** Prefix of paths in the language of the page. */
  pathPrefix: string;
  /** Names of a link to the cart by number, and of the `other` numbers with `#` in place of the number. */
  cartNames: Readonly<Record<string, string>>;
  /** Title of the toast after a product was added. */
  added: string;
  /** Title of the toast after the quantity of a line has grown. */
  updated: string;
  /** Id of the element with the `TransferredPage` as JSON. */
  transferredId: string;
}

/**
 * Adds a click on a button with `createEarlyAdd` to the cart before the scripts of the page run.
 *
 * @returns What was added. Null when the click must wait for the scripts: a choice is missing, or storage refuses the cart or
 *   holds one that the scripts repair. Nothing has changed then.
 */
export type AddEarly = (button: HTMLElement) => EarlyAdd | null;

/**
 * Shows the count of the stored cart in the HTML of the server, and picture and name of its lines in a page with
 * `data-early-picture` and `data-early-name`. Creates the function that adds early clicks to the cart. It stores the line and shows count and toast in the HTML of the
 * server, in elements whose content React takes over as it is. A page that has read the cart follows it like a change of another
 * tab.
 *
 * The text of this function becomes an inline script of the document, so it uses nothing from outside.
 *
 * @see docs/decisions/0032
 */
export function createEarlyCart(rules: CartRules, settings: EarlyCartSettings): AddEarly {
  const { cartKey, cartPath, pathPrefix, transferredId, cartNames, added, updated } = settings;
  /** A badge shows a higher number in another way. */
  const maxCount = 99;
  const isProduct = (value: Partial<CartLine> | null, id: string): value is CartLine =>
    value?.id === id &&
    [id, value.name, value.image].every((text) => typeof text === 'string') &&
    Number(value.price) >= 0;
  let toastTimer = 0;

  /** Reads the lines. Null when one of them is invalid: the scripts repair the cart. @throws when storage is refused or no JSON. */
  const readLines = (): CartLine[] | null => {
    const lines: CartLine[] = JSON.parse(localStorage.getItem(cartKey) ?? '[]');
    const isValid = lines.every(
      (line) =>
        isProduct(line, line.id) && line.id && line.name && Number.isSafeInteger(line.quantity) && line.quantity > 0,
    );
    return isValid ? lines : null;
  };

  const readAddition = (button: HTMLElement): EarlyAdd | null => {
    const { earlyAdd } = button.dataset;
    if (!earlyAdd) return null;
    const choices = button.closest('[data-early-choices]');
    if (choices?.querySelector('[aria-required=true]:not(:has(:checked))')) return null;
    const chosen = [...(choices?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])];
    const { opens, ...addition } = JSON.parse(earlyAdd);
    return {
      ...addition,
      ...(opens && { opens: pathPrefix + opens }),
      ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
    };
  };
  const findProduct = (id: string): CartLine | undefined => {
    let product: CartLine | undefined;
    JSON.parse(document.getElementById(transferredId)?.textContent ?? 'null', (_key, value) => {
      if (isProduct(value, id)) product ??= value;
      return value;
    });
    return product;
  };
  const showCount = (count: number) => {
    const name = cartNames[count] ?? cartNames.other ?? '';
    for (const badge of document.querySelectorAll(`a[href="${pathPrefix}${cartPath}"] [data-badge]`)) {
      badge.textContent = count > 0 ? String(count) : '';
      badge.closest('a[aria-label]')?.setAttribute('aria-label', name.replace('#', String(count)));
    }
  };
  const showToast = (text: string) => {
    const toast = document.querySelector<HTMLElement>('[data-early-toast]');
    if (!toast) return;
    toast.textContent = text;
    clearTimeout(toastTimer);
    toastTimer = window.setTimeout(() => toast.replaceChildren(), Number(toast.dataset.earlyToast));
  };
  const add = (button: HTMLElement): EarlyAdd | null => {
    const addition = readAddition(button);
    const product = addition && findProduct(addition.id);
    if (!product) return null;
    const lines = readLines();
    if (!lines) return null;
    const line = rules.toCartLine(product, addition);
    const isMerge = rules.addLine(lines, line, rules.cartLineKey);
    const count = rules.countPieces(lines);
    if (count > maxCount) return null;
    const newValue = JSON.stringify(lines);
    localStorage.setItem(cartKey, newValue);
    dispatchEvent(new StorageEvent('storage', { key: cartKey, newValue, storageArea: localStorage }));
    showCount(count);
    showToast(`${isMerge ? updated : added}\n${line.name}`);
    return addition;
  };
  const showLines = (lines: readonly CartLine[]) => {
    const pictures = document.querySelectorAll<HTMLImageElement>('[data-early-picture]');
    const names = document.querySelectorAll('[data-early-name]');
    lines.slice(0, names.length).forEach(({ image, name }, index) => {
      if (image) pictures[index]?.setAttribute('src', image);
      names[index]?.append(name);
    });
  };
  try {
    const lines = readLines() ?? [];
    const count = rules.countPieces(lines);
    if (count > 0 && count <= maxCount) showCount(count);
    showLines(lines);
  } catch {
    // The scripts show the cart.
  }
  // React renders the first count of a filled cart, but changes nothing when another tab has emptied it.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === cartKey && newValue === '[]') showCount(0);
  });
  return (button) => {
    try {
      return add(button);
    } catch {
      return null;
    }
  };
}
