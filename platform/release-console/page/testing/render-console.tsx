import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { CanaryView, ConsoleState, EnvironmentView } from '@shop/releases/service-api/responses';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { ReleaseConsole } from '../release-console';
import { setResponse } from './fake-console';

const [shell, catalog] = [
  { app: 'shell', version: '1.0.0', digest: '0123456789ab' },
  { app: 'mf-a', version: '1.0.0', digest: 'ba9876543210' },
];
const everything = ['promote', 'rollback', 'lock', 'force'] as const;
const origin = { commit: '', isDamaged: false, since: null, hasEarlier: true };

/** Creates an environment with shell and mf-a at 1.0.0, in which the person has every permission. */
export function createEnvironmentView(changes: Partial<EnvironmentView> = {}): EnvironmentView {
  return {
    name: 'production',
    seq: 2,
    live: 1,
    composition: { shell, remotes: [catalog] },
    apps: [
      { ...shell, ...origin },
      { ...catalog, ...origin },
    ],
    canaries: [],
    notices: [],
    hasEarlier: true,
    locks: {},
    frozen: [],
    metrics: null,
    permissions: Object.fromEntries(['*', 'shell', 'mf-a'].map((app) => [app, [...everything]])),
    ...changes,
  };
}

/** Creates a canary of 1.1.0 of an app, for 10 % of the visitors. */
export function createCanaryView(app = 'mf-a', changes: Partial<CanaryView> = {}): CanaryView {
  const digest = 'ba9876543210';
  return {
    id: `${app.padEnd(8, '0')}-0000-4000-8000-000000000000`,
    apps: [app],
    owner: 'ravi',
    share: 10,
    changes: [{ app, before: { app, version: '1.0.0', digest }, after: { app, version: '1.1.0', digest } }],
    start: null,
    plan: null,
    ...changes,
  };
}

let signedIn = 'ravi';

/** Sets the response to `GET state`. Default: one production environment, for the person of `renderConsole`. */
export function setState(state: Partial<ConsoleState> = {}): void {
  setResponse('GET state', () => ({
    caller: signedIn,
    environments: [createEnvironmentView()],
    unreadable: [],
    approvals: [],
    newestRelease: '',
    ...state,
  }));
}

// The styles go to a detached element: with them in the document, jsdom checks every rule for every role query.
const cache = createCache({ key: 'css', container: document.createElement('div') });

// The page polls in visible windows only. A test decides when it loads the state again, with an event `focus`.
beforeAll(() => void jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'));

/** Renders the console for a signed-in person. @param hash  Fragment of the address, such as `#/production/promote`. */
export function renderConsole(hash = '', person = 'ravi'): UserEvent {
  window.location.hash = hash;
  signedIn = person;
  setResponse('GET session', { session: { person } });
  render(
    <CacheProvider value={cache}>
      <ReleaseConsole />
    </CacheProvider>,
  );
  return userEvent.setup({ delay: null });
}
