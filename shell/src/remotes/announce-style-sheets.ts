/**
 * Gives the style sheets of the document their absolute URLs in `data-href`. The loader of a remote looks for a sheet by this
 * attribute before it requests the sheet, and it knows the absolute URL only.
 */
export function announceStyleSheets(page: Document): void {
  for (const element of page.querySelectorAll('link[rel="stylesheet"][href], style[data-href]')) {
    const url = element.getAttribute('data-href') ?? element.getAttribute('href') ?? '';
    element.setAttribute('data-href', new URL(url, page.baseURI).href);
  }
}
