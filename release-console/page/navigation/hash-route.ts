import { useSyncExternalStore } from 'react';

export const views = ['live', 'promote', 'history'] as const;
export type View = (typeof views)[number];

/** A view of an environment, in the fragment of the address: `#/production/live`. */
export interface HashRoute {
  view: View;
  /** Empty selects production, or the first environment. */
  env: string;
}

/** Formats a route as the fragment of an address. */
export const formatHash = ({ view, env }: HashRoute) => `#/${encodeURIComponent(env)}/${view}`;

/** Decodes a path segment. @returns Empty for a malformed percent-encoding, such as `%E0`. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Parses the fragment of an address. A malformed part gets its default: the live view, and production. */
function parseHash(hash: string): HashRoute {
  const [, env = '', view = ''] = hash.match(/^#\/([^/]*)\/([^/]*)$/) ?? [];
  return { view: views.find((name) => name === view) ?? 'live', env: decodeSegment(env) };
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route of the current address. It follows links and the Back button. */
export function useHashRoute(): HashRoute {
  return parseHash(useSyncExternalStore(subscribe, () => location.hash));
}
