import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ConsoleState, EnvironmentView } from '../../api/responses';
import { createConsoleStore } from '../api/console-store';
import { ConsolePage } from '../console-page';
import { theme } from '../theme/theme';
import { answer } from './fake-console';

const [shell, catalog] = [
  { app: 'shell', version: '1.0.0', digest: '0123456789ab' },
  { app: 'mf-a', version: '1.0.0', digest: 'ba9876543210' },
];
const everything = ['promote', 'rollback', 'lock', 'force'] as const;
const origin = { commit: '', isDamaged: false, since: null };

/** An environment with the shell and mf-a at 1.0.0, where whoever looks may do everything. */
export function anEnvironment(changes: Partial<EnvironmentView> = {}): EnvironmentView {
  return {
    name: 'production',
    seq: 2,
    composition: { shell, remotes: [catalog] },
    apps: [
      { ...shell, ...origin },
      { ...catalog, ...origin },
    ],
    canary: null,
    locks: {},
    health: null,
    may: Object.fromEntries(['*', 'shell', 'mf-a'].map((app) => [app, [...everything]])),
    ...changes,
  };
}

/** Has the server say what is live from now on: production as it is, unless said otherwise. */
export function setState(state: Partial<ConsoleState> = {}): void {
  answer('GET state', { environments: [anEnvironment()], broken: [], approvals: [], ...state });
}

// Attached to no document: jsdom would look through every rule for every role it is asked for.
const cache = createCache({ key: 'css', container: document.createElement('div') });

/** Opens the console of somebody who is signed in. @param hash Where in it: `#/production/promote`. */
export function renderConsole(hash = '', person = 'ravi'): UserEvent {
  window.location.hash = hash;
  answer('GET session', { session: { person, hasPolicy: true } });
  render(
    <CacheProvider value={cache}>
      <Provider store={createConsoleStore()}>
        <ThemeProvider theme={theme}>
          <ConsolePage linkToken={null} />
        </ThemeProvider>
      </Provider>
    </CacheProvider>,
  );
  return userEvent.setup({ delay: null });
}
