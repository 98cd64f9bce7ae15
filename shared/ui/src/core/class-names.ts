/**
 * Joins the classes of an element. Skips what is not set.
 *
 * @example joinClasses(styles.card, isSold && styles.sold) // 'card sold'
 */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
