import { createBrowserHistory, Router } from '@shop/router/router';
import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react';
import { ProgressBar } from './layout/progress-bar';
import { ScrollKeeper } from './layout/scroll-keeper';

const createHistory = () => createBrowserHistory({ v5Compat: true });

export interface BrowserRouterProps {
  children: ReactNode;
}

/**
 * Follows the browser's history. A navigation is a React transition: the screen the shopper is on stays, usable, until
 * the next one has arrived, and a bar shows that it is on its way.
 *
 * @see docs/decisions/0003: why not the data router
 */
export function BrowserRouter({ children }: BrowserRouterProps) {
  const [history] = useState(createHistory);
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
      <ScrollKeeper />
      {children}
    </Router>
  );
}
