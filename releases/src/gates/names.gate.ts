import type { Release } from '../release/release';
import type { Gate, Problem } from './gate';

/** No two remotes define one global variable: the second would take the place of the first. */
export const names: Gate = {
  name: 'names',
  check: ({ remotes }) => {
    const first = new Map<string, Release>();
    return remotes.flatMap((remote): Problem[] => {
      const global = remote.global ?? '';
      const other = first.get(global);
      if (!other) first.set(global, remote);
      if (global && !other) return [];
      return [
        {
          app: remote.app,
          problem: other ? `its entry defines ${global}, and so does ${other.app}'s` : 'its release names no global',
          remedy: 'build it with defineRemote, which names the global after app and version',
        },
      ];
    });
  },
};
