/**
 * Gives the canonical form of a path: the pattern's fixed segments in their letter case, and no slash at the end. Values of
 * parameters stay as they are.
 *
 * @param pattern Path pattern that matches the path.
 * @param pathname Path without the query, percent-encoded.
 * @returns The path itself when the pattern has a wildcard or optional segments.
 * @example getCanonicalPath('/product/:id', '/Product/A%2Fb/') // '/product/A%2Fb'
 */
export function getCanonicalPath(pattern: string, pathname: string): string {
  if (/[*?]/.test(pattern)) return pathname;
  const fixed = pattern.split('/').filter(Boolean);
  const segments = pathname.split('/').filter(Boolean);
  if (fixed.length !== segments.length) return pathname;
  return `/${segments.map((segment, index) => (fixed[index]?.startsWith(':') ? segment : fixed[index])).join('/')}`;
}
