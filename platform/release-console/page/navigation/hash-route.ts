import { useSyncExternalStore } from 'react';

export const views = ['live', 'promote', 'history', 'errors', 'figures'] as const;
export type View = (typeof views)[number];

/** A view of an environment, in the fragment of the address: `#/production/live`, `#/production/errors?app=mf-catalog`. */
export interface HashRoute {
  view: View;
  /** Empty selects production, or the first environment. */
  env: string;
  /** What the view shows, such as the app. A person can type any value. */
  params?: Readonly<Record<string, string>>;
}

/** Formats a route as the fragment of an address. Empty parameters are left out. */
export function formatHash({ view, env, params = {} }: HashRoute): string {
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
function parseHash(hash: string): Required<HashRoute> {
  const [, env = '', view = '', query = ''] = hash.match(/^#\/([^/]*)\/([^/?]*)(?:\?(.*))?$/) ?? [];
  const params = Object.fromEntries(new URLSearchParams(query));
  return { view: views.find((name) => name === view) ?? 'live', env: decodeSegment(env), params };
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route of the current address. It follows links and the Back button. */
export function useHashRoute(): Required<HashRoute> {
  return parseHash(useSyncExternalStore(subscribe, () => location.hash));
}
