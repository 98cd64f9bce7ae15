/// <reference lib="dom" />
/*
 * Counts, inside the page, the modules that a page may contain only once. `installCounters` and `readCounts` run in the
 * page, so they use nothing from this file, and contain no named function: the compiler would add a call to a helper that
 * the page does not have.
 */

/** Number of copies in a page of each module that a page may contain once. */
export interface SingletonCounts {
  /** Copies of React's renderer. */
  renderers: number;
  /** Redux stores. */
  stores: number;
  /** Style sheets that Emotion caches opened. */
  sheets: number;
  /** Versions in use of each module that the shell shares. */
  sharedVersions: Record<string, string[]>;
}

/** Runs before any script of the page. Installs itself in place of the developer tools that React and Redux look for. */
export function installCounters(): void {
  const counts = { renderers: 0, stores: 0 };
  Object.assign(window, {
    smokeTestCounts: counts,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject() {
        counts.renderers += 1;
        return counts.renderers;
      },
    },
    __REDUX_DEVTOOLS_EXTENSION_COMPOSE__() {
      counts.stores += 1;
      return (...enhancers: ((next: unknown) => unknown)[]) =>
        (next: unknown) =>
          enhancers.reduceRight((enhanced, enhance) => enhance(enhanced), next);
    },
  });
}

/** Reads the counts. Call it after the page has loaded. */
export function readCounts(): SingletonCounts {
  const { smokeTestCounts, __FEDERATION__ } = window as unknown as {
    smokeTestCounts: Pick<SingletonCounts, 'renderers' | 'stores'>;
    __FEDERATION__?: {
      __SHARE__?: Record<string, Record<string, Record<string, Record<string, { loaded?: boolean }>>>>;
    };
  };
  const sharedVersions: Record<string, string[]> = {};
  for (const scopes of Object.values(__FEDERATION__?.__SHARE__ ?? {})) {
    for (const modules of Object.values(scopes)) {
      for (const [name, versions] of Object.entries(modules)) {
        for (const [version, { loaded }] of Object.entries(versions)) {
          if (!loaded || sharedVersions[name]?.includes(version)) continue;
          sharedVersions[name] = [...(sharedVersions[name] ?? []), version];
        }
      }
    }
  }
  // A `Global` element has a sheet of its own in the same cache, named after it.
  const sheets = document.querySelectorAll('style[data-emotion]:not([data-emotion$="-global"])').length;
  return { ...smokeTestCounts, sheets, sharedVersions };
}

/** Formats the end of a message for each module that a page contains more than once. */
export function formatDuplicates({ renderers, stores, sheets, sharedVersions }: SingletonCounts): string[] {
  const counted: [number, string][] = [
    [renderers, 'copies of React render in it'],
    [stores, 'Redux stores are in it'],
    [sheets, 'Emotion caches write styles into it'],
  ];
  return [
    ...counted.filter(([count]) => count > 1).map(([count, words]) => `${count} ${words}`),
    ...Object.entries(sharedVersions)
      .filter(([, versions]) => versions.length > 1)
      .map(([name, versions]) => `${name} is in it as ${versions.sort().join(' and ')}`),
  ];
}
