import { isReserved } from '@shop/remote-contract/reserved-paths';
import type { Release } from '../release/release';
import type { Gate, GateContext, Problem } from './gate';

/** Reduces a pattern to lower case without names of parameters: `/product/:id` and `/Product/:slug` match the same paths. */
export const getPatternShape = (pattern: string) =>
  pattern
    .toLowerCase()
    .replace(/:[^/]+/g, ':')
    .replace(/(?<=.)\/$/, '');

function groupOwnersByShape(releases: readonly Release[]): Map<string, { app: string; pattern: string }[]> {
  const owners = new Map<string, { app: string; pattern: string }[]>();
  for (const { app, paths } of releases) {
    for (const { pattern } of Object.values(paths)) {
      const shape = getPatternShape(pattern);
      owners.set(shape, [...(owners.get(shape) ?? []), { app, pattern }]);
    }
  }
  return owners;
}

/** Returns the first segment of a pattern, in lower case: `hi` for `/hi/offers` and `/HI?/offers`. */
const getFirstSegment = (pattern: string) => pattern.toLowerCase().match(/^\/*([^/?]*)/)?.[1];

/** Lists the patterns that a page in another language has as its address. */
function listLanguageClashes({ shell: { languages = [], version }, remotes }: GateContext): Problem[] {
  return remotes.flatMap(({ app, paths }) =>
    Object.values(paths).flatMap(({ pattern }): Problem[] => {
      const language = languages.find((tag) => tag.toLowerCase() === getFirstSegment(pattern));
      if (!language) return [];
      const problem = `it owns ${pattern}, and /${language} begins the addresses of shell ${version} in that language`;
      return [{ app, problem, remedy: 'choose another path' }];
    }),
  );
}

/**
 * Creates the gate that requires one owner for every path, forbids reserved paths and
 * those of a language, and requires live paths to keep an owner.
 */
export const createRouteOwnershipGate = (removable: readonly string[] = []): Gate => ({
  name: 'route-ownership',
  check: (context) => {
    const { shell, remotes, live } = context;
    const owners = groupOwnersByShape([shell, ...remotes]);
    const clashes = [...owners.values()].flatMap((claims): Problem[] => {
      const [first, second] = claims;
      if (!first || !second) return [];
      return [
        {
          app: second.app,
          problem: `it owns ${second.pattern}, and so does ${first.app}${first.pattern === second.pattern ? '' : ` with ${first.pattern}`}`,
          remedy: 'leave the path to one of them',
        },
      ];
    });
    const allowed = new Set(removable.map(getPatternShape));
    const lost = [...groupOwnersByShape(live)].flatMap(([shape, [claim]]): Problem[] => {
      if (!claim || owners.has(shape) || allowed.has(shape)) return [];
      return [
        {
          app: claim.app,
          problem: `${claim.pattern} is live and would have no owner`,
          remedy: `keep the path, or allow it to go with --remove-path ${claim.pattern}`,
        },
      ];
    });
    const unreachable = remotes.flatMap(({ app, paths: owned }) =>
      Object.values(owned)
        .filter(({ pattern }) => isReserved(pattern))
        .map(({ pattern }) => ({
          app,
          problem: `it owns ${pattern}, which the gateway, the store API or the shell answers`,
          remedy: 'choose another path',
        })),
    );
    return [...clashes, ...unreachable, ...listLanguageClashes(context), ...lost];
  },
});
