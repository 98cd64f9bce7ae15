import type { PathOwner } from '@shop/remote-contract/composition';
import { startTransition, use, useEffect, useState } from 'react';
import { RemoteErrorBoundary } from './remote-error-boundary';
import { RemoteErrorFallback } from './remote-error-fallback';
import { useScreens } from './screens-context';

export interface RemoteOutletProps {
  owner: PathOwner;
}

/**
 * Shows the screen of a remote. It suspends until the screen has loaded, and shows the error fallback for a screen that
 * does not load or that throws while it renders. Everything around it keeps working.
 */
export function RemoteOutlet({ owner }: RemoteOutletProps) {
  const screens = useScreens();
  const [, setAttempt] = useState(0);
  useEffect(() => () => screens.forgetFailure(owner), [screens, owner]);
  // The end of hydration in the browser's timeline: from here the screen reacts to input. `npm run bench` reads the mark.
  useEffect(() => void performance.mark?.('shop-hydrated'), []);

  const { remote, path } = owner;
  const key = `${remote.name} ${path.id}`;
  const name = `${remote.name} ${remote.version}`;
  const result = use(screens.open(owner).result);
  if (result.kind === 'ready') {
    return (
      <RemoteErrorBoundary key={key} screen={name}>
        <result.screen.Screen />
      </RemoteErrorBoundary>
    );
  }
  const retry = () => {
    screens.forgetFailure(owner);
    startTransition(() => setAttempt((attempt) => attempt + 1));
  };
  return <RemoteErrorFallback key={key} screen={name} reason={result.reason} onRetry={retry} />;
}
