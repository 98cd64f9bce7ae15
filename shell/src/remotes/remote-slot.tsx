import type { PathOwner } from '@shop/remote-contract/composition';
import { startTransition, use, useEffect, useState } from 'react';
import { RemoteBoundary } from './remote-boundary';
import { useScreens } from './screens-context';
import { SectionUnavailable } from './section-unavailable';

export interface RemoteSlotProps {
  owner: PathOwner;
}

/**
 * The place where a remote's screen shows. It waits for the screen, and stands in for one that does not come or that
 * breaks while it renders: everything around the slot keeps working.
 */
export function RemoteSlot({ owner }: RemoteSlotProps) {
  const screens = useScreens();
  const [, setAttempt] = useState(0);
  useEffect(() => () => screens.forgetFailure(owner), [screens, owner]);

  const { remote, path } = owner;
  const key = `${remote.name} ${path.id}`;
  const name = `${remote.name} ${remote.version}`;
  const result = use(screens.open(owner).result);
  if (result.kind === 'ready') {
    return (
      <RemoteBoundary key={key} screen={name}>
        <result.screen.Screen />
      </RemoteBoundary>
    );
  }
  const retry = () => {
    screens.forgetFailure(owner);
    startTransition(() => setAttempt((attempt) => attempt + 1));
  };
  return <SectionUnavailable key={key} screen={name} reason={result.reason} onRetry={retry} />;
}
