export interface StructuredDataProps {
  /** A schema.org description without its `@context`: `{ '@type': 'Product', … }`. Values left undefined are dropped. */
  data: Readonly<Record<string, unknown>>;
}

/**
 * Describes a page to search engines as JSON-LD. Texts of products come from a server and may hold anything: nothing in
 * them can close the element.
 */
export function StructuredData({ data }: StructuredDataProps) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');
  return <script type="application/ld+json">{text}</script>;
}
