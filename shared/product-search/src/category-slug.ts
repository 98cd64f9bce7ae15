/** Accents of Latin letters, and characters that are not visible, such as joiners. */
const ignored = /[\u0300-\u036f\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Creates the slug of a name: `Kitchen Storage and Containers` becomes `kitchen-storage-and-containers`, `Décor` becomes
 * `decor`. The vowel signs of Indian scripts stay. The slug of a slug is the same slug, so a name and its slug are equal after
 * the conversion.
 */
export function createSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignored, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Short slugs in links to their full slugs. Specification 2 "Footer": `kitchen-storage`. */
const shortSlugs = new Map([['kitchen-storage', 'kitchen-storage-and-containers']]);

/** Returns the stored slug of a category, for its name or one of its slugs in any case. Interpretation 5. */
export function getCategorySlug(nameOrSlug: string): string {
  const slug = createSlug(nameOrSlug);
  return shortSlugs.get(slug) ?? slug;
}
