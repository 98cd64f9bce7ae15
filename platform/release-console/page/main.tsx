import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createConsoleStore } from './api/console-store';
import { ConsolePage } from './console-page';
import { readLinkToken } from './session/link-token';
import { theme } from './theme/theme';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? '';
const root = document.getElementById('console');
if (!root) throw new Error('index.html has no element with the id "console"');

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={createCache({ key: 'console', nonce })}>
      <Provider store={createConsoleStore()}>
        <ThemeProvider theme={theme}>
          <CssBaseline />
          <ConsolePage linkToken={readLinkToken()} />
        </ThemeProvider>
      </Provider>
    </CacheProvider>
  </StrictMode>,
);
