/**
 * Gives the id of the section that an address points to.
 *
 * @param hash `#` and a percent-encoded id. A hash that is not a valid encoding (`#100%`) is used as it is.
 * @example getSectionId('#your%20rights') // 'your rights'
 */
export function getSectionId(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
