import { fromHtmlIsomorphic } from 'hast-util-from-html-isomorphic';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { type CompanyDetails, fillPlaceholders } from './company-placeholders';
import { trustHtml } from './trusted-html';

type Root = ReturnType<typeof fromHtmlIsomorphic>;
type Node = Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** A policy of a store before it is sanitised. */
export interface StorePolicySource {
  /** Title of the page. Many texts of stores repeat it. */
  title: string;
  /** Untrusted HTML. */
  html: string;
  company: CompanyDetails;
}

/** A section of a policy, for the list of links. */
export interface PolicySectionLink {
  id: string;
  heading: string;
}

/** A sanitised policy, which is safe to insert into the page. */
export interface SanitisedPolicy {
  html: string;
  sections: PolicySectionLink[];
  /** True when the result has neither text nor a picture. */
  isEmpty: boolean;
}

/** Elements whose content is code, markup of another language, or hidden. They are removed with their content. */
const removedWithContent =
  'script style noscript template title iframe noembed noframes plaintext xmp svg math audio video object'.split(' ');

/** Prefix of ids. It prevents DOM clobbering: without it an id could replace a global of the page. */
const idPrefix = 'user-content-';

/**
 * Allowlist: text, tables and pictures. It has no scripts, styles, forms or frames, and no element whose content browsers
 * parse by other rules. Browsers therefore read the result as it was written (no mutation XSS).
 */
const allowed: Schema = {
  tagNames: (
    'h1 h2 h3 h4 h5 h6 p br hr ul ol li dl dt dd strong b em i u s small sub sup mark blockquote q cite code pre a img ' +
    'figure figcaption table caption thead tbody tfoot tr th td address abbr time span div section details summary'
  ).split(' '),
  attributes: {
    '*': 'href src alt title id width height colSpan rowSpan scope start reversed dateTime lang dir open'.split(' '),
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  clobber: ['id'],
  clobberPrefix: idPrefix,
  strip: removedWithContent,
};

/** Attributes that may contain a placeholder. */
const placeholderAttributes = ['href', 'src', 'alt', 'title'];
const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:'];
const pictureSchemes = ['http:', 'https:'];

/**
 * Sanitises the HTML of a policy from store information. It sanitises first and then fills the placeholders as plain text,
 * so that details of the company cannot become markup. It needs no document: the server and the browser run it with the same
 * result. It is a separate chunk.
 *
 * @see Specification 2 "Policy pages"; Interpretation 29; docs/decisions/0040
 */
export function sanitisePolicy({ title, html, company }: StorePolicySource): SanitisedPolicy {
  // A browser parses the HTML in an inert template: it runs nothing and loads nothing.
  const root = sanitize(fromHtmlIsomorphic(trustHtml(html), { fragment: true }), allowed) as Root;
  fillPlaceholdersIn(root, company);
  removeRepeatedTitle(root, title);
  const headings = [...listElements(root)].filter(({ tagName }) => tagName === 'h1' || tagName === 'h2');
  const sections = headings.flatMap(toSection);
  const isEmpty = !getText(root).trim() && ![...listElements(root)].some(({ tagName }) => tagName === 'img');
  return { html: toHtml(root), sections, isEmpty };
}

function fillPlaceholdersIn(parent: Root | Element, company: CompanyDetails): void {
  parent.children = parent.children.filter((child) => {
    if (child.type === 'text') child.value = fillPlaceholders(child.value, company);
    if (child.type !== 'element') return true;
    fillAttributes(child, company);
    fillPlaceholdersIn(child, company);
    // A store without a logo leaves an empty source.
    return child.tagName !== 'img' || Boolean(child.properties.src);
  });
}

/** Fills placeholders in attributes and checks the resulting URLs again, because a detail of the company can hold any text. */
function fillAttributes({ tagName, properties }: Element, company: CompanyDetails): void {
  for (const name of placeholderAttributes) {
    const value = properties[name];
    if (typeof value === 'string') properties[name] = fillPlaceholders(value, company);
  }
  const { href, src } = properties;
  if (tagName !== 'a' || typeof href !== 'string') delete properties.href;
  else if (href.startsWith('#')) properties.href = addFragmentPrefix(href);
  else if (!hasScheme(href, linkSchemes)) delete properties.href;
  else if (/^https?:/i.test(href)) properties.rel = ['noopener', 'noreferrer'];
  if (tagName !== 'img' || typeof src !== 'string' || !hasScheme(src, pictureSchemes)) delete properties.src;
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
function removeRepeatedTitle(root: Root, title: string): void {
  const first = [...listElements(root)].find(({ tagName }) => tagName === 'h1' || tagName === 'h2');
  const text = first && getText(first).trim();
  if (first && text?.toLowerCase() === title.toLowerCase() && getText(root).trim().startsWith(text))
    remove(root, first);
}

function remove(parent: Root | Element, element: Element): void {
  parent.children = parent.children.filter((child) => child !== element);
  for (const child of parent.children) if (child.type === 'element') remove(child, element);
}

/** Makes a heading an h2 with an id that takes the focus: the page has an h1 already. A heading without text is not a section. */
function toSection(heading: Element, index: number): PolicySectionLink[] {
  const id = String(heading.properties.id || `${idPrefix}section-${index + 1}`);
  heading.tagName = 'h2';
  heading.properties = { id, tabIndex: -1 };
  const text = getText(heading).trim();
  return text ? [{ id, heading: text }] : [];
}

/** Lists all elements inside a node in the sequence of the document. */
function* listElements(parent: Root | Element): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* listElements(child);
  }
}

function getText(node: Root | Node): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(getText).join('') : '';
}
