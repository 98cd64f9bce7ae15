import type { Release } from '../release/release';
import type { Gate, Problem } from './gate';

/** A kind of name that only one app of a page may register. */
interface Registry {
  getNames: (release: Release) => readonly string[];
  /** Begins the problem: `it registers the endpoint`. The name follows. */
  claim: string;
  remedy: string;
}

const registries: Registry[] = [
  {
    getNames: ({ names }) => names?.endpoints ?? [],
    claim: 'it registers the endpoint',
    remedy: 'begin the endpoint’s name with the name of its app: a second endpoint of one name is silently ignored',
  },
  {
    getNames: ({ names }) => names?.slices ?? [],
    claim: 'it registers the slice',
    remedy: 'give the slice a name of its own',
  },
  {
    getNames: ({ global }) => [global],
    claim: 'it defines the global',
    remedy: 'build it with defineRemote, which names the global after app and version',
  },
];

/** Finds the names that several apps of a composition register. The shell owns its names. */
function findCollisions(apps: readonly Release[], { getNames, claim, remedy }: Registry): Problem[] {
  const owners = new Map<string, string>();
  return apps.flatMap((release) =>
    [...new Set(getNames(release))].flatMap((name): Problem[] => {
      const owner = owners.get(name);
      if (!owner) owners.set(name, release.app);
      return owner ? [{ app: release.app, problem: `${claim} ${name}, and so does ${owner}`, remedy }] : [];
    }),
  );
}

/** The gate that forbids two apps of a page to register one endpoint, slice or global variable. */
export const registeredNamesGate: Gate = {
  name: 'registered-names',
  check: ({ shell, remotes }) => registries.flatMap((registry) => findCollisions([shell, ...remotes], registry)),
};
