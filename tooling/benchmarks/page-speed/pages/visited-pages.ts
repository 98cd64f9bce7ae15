/** A page that the benchmark opens. */
export interface VisitedPage {
  name: string;
  /** Address without its origin. */
  path: string;
  /** CSS selector of the page's content, as opposed to its placeholder. */
  content: string;
  /** Text in one of the selected elements. Default: any. */
  text?: string;
}

/** The addresses of the pages that depend on the catalogue. */
export interface CataloguePaths {
  /** A list of 24 products. */
  list: string;
  /** A product that a shopper can add to the cart without a choice. */
  product: string;
}

export const listVisitedPages = ({ list, product }: CataloguePaths): VisitedPage[] => [
  { name: 'home', path: '/', content: 'main article' },
  { name: 'list', path: list, content: 'main article' },
  { name: 'product', path: product, content: 'main button', text: 'Add to Cart' },
  { name: 'cart', path: '/cart', content: 'main h1, main h2' },
  { name: 'policy', path: '/shipping', content: 'main h1' },
];

/** Name of the mark that the page sets when a visited page's content is in the document. */
export const contentMark = 'content-shown';

/** Name of the mark that the shell sets when the first screen reacts to input. */
export const hydratedMark = 'shop-hydrated';

/** Creates a script that sets {@link contentMark}. It runs before the scripts of the page. */
export const createContentObserver = ({ content, text = '' }: VisitedPage): string => `(() => {
  const isShown = (element) => element.textContent.includes(${JSON.stringify(text)});
  const observer = new MutationObserver(() => {
    if (![...document.querySelectorAll(${JSON.stringify(content)})].some(isShown)) return;
    observer.disconnect();
    performance.mark(${JSON.stringify(contentMark)});
  });
  observer.observe(document, { childList: true, subtree: true });
})();`;
