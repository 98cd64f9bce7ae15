/**
 * Reads the token of the link that the console prints, and removes it from the address, so that it does not stay in the
 * browser history. The token is in the fragment, which browsers do not send to servers.
 *
 * @returns Null when the address has no token.
 */
export function readLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}
