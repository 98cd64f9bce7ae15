import DOMPurify from 'dompurify';
import { type CompanyDetails, fillPlaceholders } from '../company-placeholders';
import type { PolicySectionLink } from '../policy-article';

/** A policy of a store before it is sanitised. */
export interface StorePolicySource {
  /** Title of the page. Many texts of stores repeat it. */
  title: string;
  /** Untrusted HTML. */
  html: string;
  company: CompanyDetails;
}

/** A sanitised policy, which is safe to insert into the page. */
export interface SanitisedPolicy {
  /** Nodes of an inert document, which loads no resources until the nodes are inserted into the page. */
  content: DocumentFragment;
  sections: PolicySectionLink[];
  /** True when the result has neither text nor a picture. */
  isEmpty: boolean;
}

/** Allowlist: text, tables and pictures. It has no scripts, styles, forms or frames. */
const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd strong b em i u s small sub sup mark blockquote q cite code pre a img ' +
  'figure figcaption table caption thead tbody tfoot tr th td address abbr time span div section details summary'
).split(' ');
const allowedAttributes =
  'href src alt title id width height colspan rowspan scope start reversed datetime lang dir open'.split(' ');

/** Attributes that may contain a placeholder. */
const placeholderAttributes = ['href', 'src', 'alt', 'title'];
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];
const pictureSchemes = ['http:', 'https:'];

/** DOMPurify's prefix of ids. It prevents DOM clobbering: without it an id could replace a global of the page. */
const idPrefix = 'user-content-';

/**
 * Sanitises the HTML of a policy from store information. It sanitises first and then fills the placeholders as plain text,
 * so that details of the company cannot become markup.
 *
 * It runs in browsers only, because DOMPurify needs a document. It is a separate chunk.
 *
 * @see Specification 2 "Policy pages"; Interpretation 29
 */
export function sanitisePolicy({ title, html, company }: StorePolicySource): SanitisedPolicy {
  const content: DocumentFragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  });
  const root = content.ownerDocument.createElement('div');
  root.append(content);
  fillTexts(root, company);
  for (const element of root.querySelectorAll('*')) fillAttributes(element, company);
  removeRepeatedTitle(root, title);
  for (const heading of root.querySelectorAll('h1')) replaceWithH2(heading);
  const sections = listSections(root);
  const isEmpty = !root.textContent.trim() && !root.querySelector('img');
  content.append(...root.childNodes);
  return { content, sections, isEmpty };
}

function fillTexts(root: Element, company: CompanyDetails): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.nodeValue = fillPlaceholders(text.nodeValue ?? '', company);
  }
}

/** Fills placeholders in attributes and checks the resulting URLs again, because a detail of the company can hold any text. */
function fillAttributes(element: Element, company: CompanyDetails): void {
  for (const name of placeholderAttributes) {
    const value = element.getAttribute(name);
    if (value !== null) element.setAttribute(name, fillPlaceholders(value, company));
  }
  const href = element.getAttribute('href');
  if (href?.startsWith('#')) element.setAttribute('href', addFragmentPrefix(href));
  else if (href !== null && !hasScheme(href, linkSchemes)) element.removeAttribute('href');
  else if (href !== null && /^https?:/i.test(href)) element.setAttribute('rel', 'noopener noreferrer');
  const source = element.getAttribute('src');
  // A store without a logo leaves an empty source.
  if (source !== null && (source === '' || !hasScheme(source, pictureSchemes))) element.remove();
}

/** Adds the prefix to a fragment that does not have it. */
function addFragmentPrefix(fragment: string): string {
  return fragment.startsWith(`#${idPrefix}`) ? fragment : `#${idPrefix}${fragment.slice(1)}`;
}

/** Returns whether a URL has one of these schemes. A relative URL has the scheme of the page. */
function hasScheme(url: string, schemes: readonly string[]): boolean {
  try {
    return schemes.includes(new URL(url, 'https://shop.invalid').protocol);
  } catch {
    return false;
  }
}

/** Removes the title from the start of a text, because the page shows it already. */
function removeRepeatedTitle(root: Element, title: string): void {
  const first = root.querySelector('h1, h2');
  const isTitle = first?.textContent.trim().toLowerCase() === title.toLowerCase();
  if (first && isTitle && root.textContent.trim().startsWith(first.textContent.trim())) first.remove();
}

/** Replaces an h1 with an h2: the page has an h1 already. */
function replaceWithH2(heading: Element): void {
  const h2 = heading.ownerDocument.createElement('h2');
  h2.id = heading.id;
  h2.append(...heading.childNodes);
  heading.replaceWith(h2);
}

/** Gives each h2 an id and makes it focusable. Returns the sections in their order. */
function listSections(root: Element): PolicySectionLink[] {
  return [...root.querySelectorAll('h2')].flatMap((heading, index) => {
    heading.id ||= `${idPrefix}section-${index + 1}`;
    heading.tabIndex = -1;
    const text = heading.textContent.trim();
    return text ? [{ id: heading.id, heading: text }] : [];
  });
}
