import type { Release } from '../release/release';
import type { Gate, Problem } from './gate';

/** Something of which a page has one for each name. */
interface Registry {
  namesOf: (release: Release) => readonly string[];
  /** `it registers catalogProduct`, without the name. */
  claim: string;
  remedy: string;
}

const registries: Registry[] = [
  {
    namesOf: ({ names }) => names?.endpoints ?? [],
    claim: 'it registers the endpoint',
    remedy: 'begin the endpoint’s name with the name of its app: of two, the second is silently left out',
  },
  {
    namesOf: ({ names }) => names?.slices ?? [],
    claim: 'it registers the slice',
    remedy: 'give the slice a name of its own',
  },
  {
    namesOf: ({ global }) => (global ? [global] : []),
    claim: 'it defines the global',
    remedy: 'build it with defineRemote, which names the global after app and version',
  },
];

/** Names that more than one app of a composition has; the shell's claim comes first. */
function findCollisions(apps: readonly Release[], { namesOf, claim, remedy }: Registry): Problem[] {
  const owners = new Map<string, string>();
  return apps.flatMap((release) =>
    [...new Set(namesOf(release))].flatMap((name): Problem[] => {
      const owner = owners.get(name);
      if (!owner) owners.set(name, release.app);
      return owner ? [{ app: release.app, problem: `${claim} ${name}, and so does ${owner}`, remedy }] : [];
    }),
  );
}

/** No two apps of a page, the shell included, register one endpoint, one slice or one global variable. */
export const registeredNamesGate: Gate = {
  name: 'registered-names',
  check: ({ shell, remotes }) => [
    ...remotes
      .filter(({ global }) => !global)
      .map(({ app }) => ({
        app,
        problem: 'its release names no global',
        remedy: 'build it with defineRemote, which names the global after app and version',
      })),
    ...registries.flatMap((registry) => findCollisions([shell, ...remotes], registry)),
  ],
};
