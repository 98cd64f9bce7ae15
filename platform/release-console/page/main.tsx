import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ReleaseConsole } from './release-console';

/**
 * Reads the token of the link that the console prints, and removes it from the address, so that it does not stay in the
 * browser history. The token is in the fragment, which browsers do not send to servers.
 *
 * @returns Null when the address has no token.
 */
function readLinkToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';
const root = document.getElementById('console');
if (!root) throw new Error('index.html has no element with the id "console"');

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'console', nonce })}>
      <ReleaseConsole linkToken={readLinkToken()} />
    </CacheProvider>
  </StrictMode>,
);
