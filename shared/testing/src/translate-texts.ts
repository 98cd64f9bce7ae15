/**
 * Translates the texts of an element as browsers do, now and after each change: replaces each text node by a `font` element with the
 * same words. React does not know of it.
 *
 * The function uses nothing outside of itself, so that Playwright can run it in a page.
 *
 * @param root Default: the page.
 * @example translateTexts(container)
 * @example await page.evaluate(translateTexts, undefined)
 */
export function translateTexts(root: Element = document.body): void {
  const translate = (node: Node): void => {
    for (const child of [...node.childNodes]) translate(child);
    const { nodeType, nodeValue, parentElement } = node;
    if (nodeType !== Node.TEXT_NODE || !nodeValue?.trim() || !parentElement) return;
    if (parentElement.closest('font, script, style, textarea, title')) return;
    const font = document.createElement('font');
    font.textContent = nodeValue;
    parentElement.replaceChild(font, node);
  };
  translate(root);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translate(target);
      for (const node of addedNodes) translate(node);
    }
  }).observe(root, { subtree: true, childList: true, characterData: true });
}
