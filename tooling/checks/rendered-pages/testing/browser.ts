import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { AppStore } from '@shop/store/create-app-store';
import { waitUntil } from '@shop/testing/wait-until';
import { JSDOM } from 'jsdom';
import type { ReactElement } from 'react';
import { withoutStyles } from './pages';
import { loadRemote, loadSource } from './sources';

/** A document in a window of its own, in which the shell's browser side runs. */
export interface StartedPage {
  window: JSDOM['window'];
  /** HTML of the root element before the scripts ran. */
  serverBody: string;
  /** HTML of the root element now. Both are without Emotion's style elements, which move to the head. */
  readBody: () => string;
  /** Values that were logged as errors, such as differences between the server's HTML and the page. */
  errors: unknown[];
  close: () => void;
}

/** Names that a browser has and Node has not, and those of which the window's version must be used. */
const replaced = ['window', 'document', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage', 'Event'];

/**
 * Opens a document and runs the shell's browser entry in it. All modules load again, because modules look for a window when
 * they are evaluated.
 *
 * @param address Path and query.
 * @param storage Content of localStorage.
 */
export async function startPage(
  html: string,
  address: string,
  storage: Record<string, string> = {},
): Promise<StartedPage> {
  const dom = new JSDOM(html, { url: `https://shop.test${address}`, pretendToBeVisual: true });
  const { window } = dom;
  for (const [key, value] of Object.entries(storage)) window.localStorage.setItem(key, value);
  Object.assign(window, { scrollTo: () => undefined, matchMedia: lightScheme });
  // The browser of a phone. One without a share sheet offers another button after hydration.
  Object.assign(window.navigator, { share: async () => undefined });
  installGlobals(window);
  const errors: unknown[] = [];
  const logError = jest.spyOn(console, 'error').mockImplementation((...parts) => void errors.push(parts));
  const root = window.document.getElementById('root') as Element;

  const serverBody = withoutStyles(root.innerHTML);

  jest.resetModules();
  jest.doMock('@module-federation/runtime', () => ({ getInstance: () => sourceHost }));
  let endPage = () => {};
  jest.doMock('react-dom/client', () => {
    const client = jest.requireActual<typeof import('react-dom/client')>('react-dom/client');
    const hydrateRoot: typeof client.hydrateRoot = (...parts) => {
      const hydrated = client.hydrateRoot(...parts);
      const { store } = (parts[1] as ReactElement<{ store: AppStore }>).props;
      endPage = () => {
        hydrated.unmount();
        // RTK Query holds unused responses for minutes. Their timers would keep the process of the tests alive.
        store.dispatch({ type: 'api/resetApiState' });
      };
      return hydrated;
    };
    return { ...client, hydrateRoot };
  });
  loadSource('shell/src/main.tsx');
  const isHydrated = () => hasFiber(root.querySelector('main h1') ?? root.querySelector('main [role=status]'));
  const page = {
    window,
    serverBody,
    readBody: () => withoutStyles(root.innerHTML),
    errors,
    close: () => {
      endPage();
      logError.mockRestore();
      window.close();
    },
  };
  try {
    await waitUntil(isHydrated, { message: `the page ${address} hydrates` });
  } catch (error) {
    page.close();
    throw new Error(errors.join(), { cause: error });
  }
  return page;
}

const sourceHost = {
  registerPlugins: () => undefined,
  registerRemotes: () => undefined,
  loadRemote: async (id: string): Promise<RemoteModule> => loadRemote(id.replace('/routes', '').replaceAll('_', '-')),
};

/** jsdom has no media queries. */
function lightScheme() {
  const none = () => undefined;
  return { matches: false, addEventListener: none, removeEventListener: none, addListener: none, removeListener: none };
}

/** True when React has attached a component to an element. */
const hasFiber = (element: Element | null) =>
  element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/**
 * Gives Node the globals of a window. They stay until the next window, because React works on after a page is closed. They
 * are getters: at the end of a test file Jest cleans up the values of globals, and fails on a window of jsdom.
 */
function installGlobals(window: JSDOM['window']): void {
  const source = window as unknown as Record<string, unknown>;
  const missing = Object.getOwnPropertyNames(window).filter((name) => !(name in globalThis) || installed.has(name));
  for (const name of [...missing, ...replaced]) {
    const value = name === 'window' ? window : source[name];
    Object.defineProperty(globalThis, name, { get: () => value, configurable: true });
    installed.add(name);
  }
}

const installed = new Set<string>();
