import type { PathOwner } from '@shop/remote-contract/composition';
import { startTransition, use, useEffect, useState } from 'react';
import { RemoteErrorBoundary } from './remote-error-boundary';
import { RemoteErrorFallback } from './remote-error-fallback';
import { useScreens } from './screens-context';

export interface RemoteOutletProps {
  owner: PathOwner;
}

/**
 * The place where a remote's screen shows. It waits for the screen, and stands in for one that does not come or that
 * breaks while it renders: everything around the slot keeps working.
 */
export function RemoteOutlet({ owner }: RemoteOutletProps) {
  const screens = useScreens();
  const [, setAttempt] = useState(0);
  useEffect(() => () => screens.forgetFailure(owner), [screens, owner]);

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
