import { type AppHistory, Router } from '@shop/router/router';
import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react';
import { ProgressBar } from './navigation/progress-bar';
import { ScrollRestoration } from './navigation/scroll-restoration';

export interface HistoryRouterProps {
  /** The browser's own, or one in memory for a server or a test. */
  history: AppHistory;
  children: ReactNode;
}

/**
 * Follows a history. A navigation is a React transition: the screen the shopper is on stays, usable, until
 * the next one has arrived, and a bar shows that it is on its way.
 *
 * @see docs/decisions/0003: why not the data router
 */
export function HistoryRouter({ history, children }: HistoryRouterProps) {
  const [{ location, action }, setEntry] = useState({ location: history.location, action: history.action });
  const [isNavigating, startNavigation] = useTransition();
  useLayoutEffect(
    () =>
      history.listen((update) => startNavigation(() => setEntry({ location: update.location, action: update.action }))),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history}>
      <ProgressBar isVisible={isNavigating} />
      <ScrollRestoration />
      {children}
    </Router>
  );
}
