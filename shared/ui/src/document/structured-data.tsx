export interface StructuredDataProps {
  /** A schema.org description without its `@context`: `{ '@type': 'Product', … }`. Undefined values are omitted. */
  data: Readonly<Record<string, unknown>>;
}

/**
 * Describes a page to search engines as JSON-LD. Product texts come from a server, and no text in them can close the
 * element.
 *
 * @example <StructuredData data={{ '@type': 'Product', name: product.title }} />
 */
export function StructuredData({ data }: StructuredDataProps) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(/</g, '\\u003c');
  return <script type="application/ld+json">{text}</script>;
}
