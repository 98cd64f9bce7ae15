/** Descriptions for search engines, in the words of https://schema.org. URLs are absolute when the origin of the shop is known. */
export type SchemaOrg = Readonly<Record<string, unknown>>;
