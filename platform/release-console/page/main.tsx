import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ReleaseConsole } from './release-console';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';
const root = document.getElementById('console');
if (!root) throw new Error('index.html has no element with the id "console"');

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'console', nonce })}>
      <ReleaseConsole />
    </CacheProvider>
  </StrictMode>,
);
