import { useSyncExternalStore } from 'react';

/** Views with their names. */
export const views = {
  live: 'Live',
  promote: 'Promote',
  history: 'History',
  errors: 'Errors',
  metrics: 'Metrics',
} as const;
export type View = keyof typeof views;
export const viewIds = Object.keys(views) as View[];

/** A view of an environment, in the fragment of the address: `#/production/live`, `#/production/errors?app=mf-catalog`. */
export interface HashRoute {
  view: View;
  /** Empty selects production, or the first environment. */
  env: string;
  /** What the view shows, such as the app. A person can type any value. */
  params: Readonly<Record<string, string>>;
}

/** Formats a route as the fragment of an address. Empty parameters are left out. */
export function formatHash({ view, env, params = {} }: Omit<HashRoute, 'params'> & Partial<HashRoute>): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return `#/${encodeURIComponent(env)}/${view}${query && `?${query}`}`;
}

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
  const [, env = '', view = '', query = ''] = hash.match(/^#\/([^/]*)\/([^/?]*)(?:\?(.*))?$/) ?? [];
  const params = Object.fromEntries(new URLSearchParams(query));
  return { view: viewIds.find((name) => name === view) ?? 'live', env: decodeSegment(env), params };
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route of the current address. It follows links and the Back button. */
export function useHashRoute(): HashRoute {
  return parseHash(useSyncExternalStore(subscribe, () => location.hash));
}
