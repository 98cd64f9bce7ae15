/**
 * The id of the section that an address names.
 *
 * @param hash `#` and an id, percent-encoded as browsers do; what is no encoding (`#100%`) is taken as it stands.
 */
export function sectionId(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
