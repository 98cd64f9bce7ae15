import { Router } from '@shop/router/host';
import { type AppHistory, HistoryContext } from '@shop/router/router';
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useTransition,
} from 'react';

export interface HistoryRouterProps {
  /** The browser's history, or a history in memory for a test. */
  history: AppHistory;
  /** Beginning of every address, which screens do not see: `/hi`. Default: empty. */
  basename?: string;
  children: ReactNode;
}

const NavigatingContext = createContext(false);

/**
 * Follows a history. A navigation is a React transition: the current screen stays in place and usable until the next
 * screen has loaded. `useIsNavigating` tells whether a navigation is in progress.
 *
 * @example <HistoryRouter history={createBrowserHistory()}>…</HistoryRouter>
 * @see docs/decisions/0002: why not the data router
 */
export function HistoryRouter({ history, basename = '', children }: HistoryRouterProps) {
  const [{ location, action }, setEntry] = useState({ location: history.location, action: history.action });
  const [isNavigating, startNavigation] = useTransition();
  useLayoutEffect(() => {
    const stop = history.listen(({ location, action }) => startNavigation(() => setEntry({ location, action })));
    // Back during the hydration comes before the listener. Without such a navigation React renders nothing again.
    startTransition(() =>
      setEntry((entry) => {
        const { location, action } = history;
        return entry.location.key === location.key ? entry : { location, action };
      }),
    );
    return stop;
  }, [history]);
  const host = useMemo(() => ({ history, basename }), [history, basename]);
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      <HistoryContext value={host}>
        <NavigatingContext value={isNavigating}>{children}</NavigatingContext>
      </HistoryContext>
    </Router>
  );
}

/** True while the next screen loads and the current screen is still shown. */
export function useIsNavigating(): boolean {
  return useContext(NavigatingContext);
}
