/**
 * The token of the link that the console prints. It stands in the fragment, which no server is sent, and is taken out of
 * the address at once, so that it stays in no history.
 *
 * @returns Null when the address has none.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}
