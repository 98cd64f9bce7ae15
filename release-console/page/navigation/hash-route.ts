import { useSyncExternalStore } from 'react';

export const views = ['live', 'promote', 'history'] as const;
export type View = (typeof views)[number];

/** Where in the console somebody is: a view of an environment. */
export interface Place {
  view: View;
  /** Empty for production, or the first environment there is. */
  env: string;
}

/** The address of a place: it can be linked to, and Back works. */
export const linkTo = ({ view, env }: Place) => `#/${encodeURIComponent(env)}/${view}`;

function readPlace(hash: string): Place {
  const [, env = '', view = ''] = hash.match(/^#\/([^/]*)\/([^/]*)$/) ?? [];
  return { view: views.find((one) => one === view) ?? 'live', env: decodeURIComponent(env) };
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

export function usePlace(): Place {
  return readPlace(useSyncExternalStore(subscribe, () => location.hash));
}
