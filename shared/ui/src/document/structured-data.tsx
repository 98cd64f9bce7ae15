export interface StructuredDataProps {
  /**
   * A schema.org description without its `@context`: `{ '@type': 'Product', … }`. Undefined values are omitted. A browser may pass
   * `{}`: the text that the server wrote then stays, and the browser needs no code that describes the page.
   */
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
  return (
    // React then keeps the text of the server.
    <script type="application/ld+json" suppressHydrationWarning>
      {text}
    </script>
  );
}
