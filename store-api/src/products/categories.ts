/**
 * A name as part of an address: `Kitchen Storage and Containers` becomes `kitchen-storage-and-containers`. What is a
 * slug already stays one, so a name and its slug compare equal.
 */
export function createSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Short forms that links use. Specification 2, footer: `kitchen-storage`. */
const shortSlugs = new Map([['kitchen-storage', 'kitchen-storage-and-containers']]);

/** The slug that products of a category carry, for its name or any slug of it, in any case. Interpretation 5. */
export function getCategorySlug(nameOrSlug: string): string {
  const slug = createSlug(nameOrSlug);
  return shortSlugs.get(slug) ?? slug;
}
