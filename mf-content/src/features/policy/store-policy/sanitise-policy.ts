import DOMPurify from 'dompurify';
import { type CompanyDetails, fillPlaceholders } from '../company-placeholders';
import type { PolicySectionLink } from '../policy-article';

/** A store's policy as it came. */
export interface StorePolicySource {
  /** Title of the page, which a store's text often repeats. */
  title: string;
  /** Untrusted. */
  html: string;
  company: CompanyDetails;
}

/** A store's policy, safe to be put into the page. */
export interface SanitisedPolicy {
  /** Belongs to a document that loads nothing, until it is put into the page. */
  content: DocumentFragment;
  sections: PolicySectionLink[];
  /** True when neither text nor a picture is left. */
  isEmpty: boolean;
}

/** Text, tables and pictures. No scripts, styles, forms, frames or anything that reaches outside the article. */
const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd strong b em i u s small sub sup mark blockquote q cite code pre a img ' +
  'figure figcaption table caption thead tbody tfoot tr th td address abbr time span div section details summary'
).split(' ');
const allowedAttributes =
  'href src alt title id width height colspan rowspan scope start reversed datetime lang dir open'.split(' ');

/** Attributes that may hold a placeholder. */
const filledAttributes = ['href', 'src', 'alt', 'title'];
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];
const pictureSchemes = ['http:', 'https:'];

/** What DOMPurify puts before ids, so that none of them can stand for a global of the page. */
const idPrefix = 'user-content-';

/**
 * Makes HTML that came with the store's information fit for the page: sanitised first, then the placeholders filled as
 * plain text, so that nothing in a company's details can become markup.
 *
 * Runs in a browser only, in a chunk of its own: DOMPurify needs a document.
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
  dropRepeatedTitle(root, title);
  for (const heading of root.querySelectorAll('h1')) demote(heading);
  const sections = nameSections(root);
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

/** A placeholder may stand in an address: what has come of it is checked again, since a detail may hold anything. */
function fillAttributes(element: Element, company: CompanyDetails): void {
  for (const name of filledAttributes) {
    const value = element.getAttribute(name);
    if (value !== null) element.setAttribute(name, fillPlaceholders(value, company));
  }
  const href = element.getAttribute('href');
  if (href?.startsWith('#')) element.setAttribute('href', prefixedFragment(href));
  else if (href !== null && !hasScheme(href, linkSchemes)) element.removeAttribute('href');
  else if (href !== null && /^https?:/i.test(href)) element.setAttribute('rel', 'noopener noreferrer');
  const source = element.getAttribute('src');
  // A store without a logo has no picture to show in its place.
  if (source !== null && (source === '' || !hasScheme(source, pictureSchemes))) element.remove();
}

/** The ids of the text have the prefix, once. */
function prefixedFragment(fragment: string): string {
  return fragment.startsWith(`#${idPrefix}`) ? fragment : `#${idPrefix}${fragment.slice(1)}`;
}

/** True for an address of one of these schemes; a relative one has the page's own. */
function hasScheme(address: string, schemes: readonly string[]): boolean {
  try {
    return schemes.includes(new URL(address, 'https://shop.invalid').protocol);
  } catch {
    return false;
  }
}

/** Most texts begin with their title, which the page shows already. */
function dropRepeatedTitle(root: Element, title: string): void {
  const first = root.querySelector('h1, h2');
  const isTitle = first?.textContent.trim().toLowerCase() === title.toLowerCase();
  if (first && isTitle && root.textContent.trim().startsWith(first.textContent.trim())) first.remove();
}

/** The page has its one h1 already. */
function demote(heading: Element): void {
  const lower = heading.ownerDocument.createElement('h2');
  lower.id = heading.id;
  lower.append(...heading.childNodes);
  heading.replaceWith(lower);
}

function nameSections(root: Element): PolicySectionLink[] {
  return [...root.querySelectorAll('h2')].flatMap((heading, position) => {
    heading.id ||= `${idPrefix}section-${position + 1}`;
    heading.tabIndex = -1;
    const text = heading.textContent.trim();
    return text ? [{ id: heading.id, heading: text }] : [];
  });
}
