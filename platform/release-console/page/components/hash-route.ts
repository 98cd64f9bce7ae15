import { useSyncExternalStore } from 'react';

/** Views of an environment, with their names. */
const environmentViews = {
  live: 'Live',
  releases: 'Releases',
  promote: 'Promote',
  history: 'History',
  incident: 'Incident',
  errors: 'Errors',
  metrics: 'Metrics',
} as const;
/** Views of all environments, with their names. */
const globalViews = { waiting: 'Waiting', policy: 'Policy', tokens: 'Tokens' } as const;

export const views = { ...environmentViews, ...globalViews } as const;
export type GlobalView = keyof typeof globalViews;
export type View = keyof typeof views;
export const viewIds = Object.keys(views) as View[];

/** Earlier names of the view `waiting`, in addresses such as those of messages that were sent. */
const earlierNames: readonly string[] = ['approvals', 'schedules'];

export const isGlobal = (view: View): view is GlobalView => Object.hasOwn(globalViews, view);

/**
 * A view, in the fragment of the address: `#/production/live`, `#/production/errors?app=mf-catalog`, or `#/policy`, which belongs
 * to no environment.
 */
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
  return `#/${isGlobal(view) ? '' : `${encodeURIComponent(env)}/`}${view}${query && `?${query}`}`;
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
  const [, path = '', query = ''] = hash.match(/^#\/([^?]*)(?:\?(.*))?$/) ?? [];
  const params = Object.fromEntries(new URLSearchParams(query));
  const [first = '', second] = path.split('/');
  if (earlierNames.includes(second ?? first)) return { view: 'waiting', env: '', params };
  const named = viewIds.find((name) => name === (second ?? first));
  if (named && isGlobal(named) === (second === undefined)) {
    return { view: named, env: second === undefined ? '' : decodeSegment(first), params };
  }
  return { view: 'live', env: decodeSegment(first), params };
}

function subscribe(onChange: () => void) {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The route of the current address. It follows links and the Back button. */
export function useHashRoute(): HashRoute {
  return parseHash(useSyncExternalStore(subscribe, () => location.hash));
}
