import { isReserved } from '@shop/remote-contract/reserved-paths';
import type { Release } from '../release/release';
import type { Gate, GateContext, Problem } from './gate';

/** Lists what a pattern matches, once for each choice of its optional segments: `/a/:id` and `/a` for `/a/:id?`. */
function listVariants(pattern: string): string[] {
  const segments = pattern.replace(/^\/+/, '').split('/');
  const variants = segments.reduce<string[]>(
    (begun, segment) => [
      ...begun.map((path) => `${path}/${segment.replace(/\?$/, '')}`),
      ...(segment.endsWith('?') ? begun : []),
    ],
    [''],
  );
  return variants.map((path) => path || '/');
}

/** Reduces a pattern to lower case without names of parameters: `/product/:id` and `/Product/:slug` match the same paths. */
const getPatternShape = (pattern: string) =>
  pattern
    .toLowerCase()
    .replace(/:[^/]+/g, ':')
    .replace(/(?<=.)\/$/, '');

/** Lists the shapes of a pattern. Two patterns with a shape in common match the same path. */
export const listPatternShapes = (pattern: string): string[] => [
  ...new Set(listVariants(pattern).map(getPatternShape)),
];

interface Claim {
  app: string;
  pattern: string;
}

function groupOwnersByShape(releases: readonly Release[]): Map<string, Claim[]> {
  const owners = new Map<string, Claim[]>();
  for (const { app, paths } of releases) {
    for (const { pattern } of Object.values(paths)) {
      for (const shape of listPatternShapes(pattern)) {
        owners.set(shape, [...(owners.get(shape) ?? []), { app, pattern }]);
      }
    }
  }
  return owners;
}

/** Whether two patterns need different owners. One app may match a path with two of its patterns: `/offers` and `/offers/:id?`. */
const isClash = (a: Claim, b: Claim): boolean =>
  a.app !== b.app || getPatternShape(a.pattern) === getPatternShape(b.pattern);

/** Lists the patterns that a page in another language has as its address. */
function listLanguageClashes({ shell: { languages = [], version }, remotes }: GateContext): Problem[] {
  return remotes.flatMap(({ app, paths }) =>
    Object.values(paths).flatMap(({ pattern }): Problem[] => {
      const firstSegments = listVariants(pattern).map((path) => path.toLowerCase().split('/')[1]);
      const language = languages.find((tag) => firstSegments.includes(tag.toLowerCase()));
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
      const [first, ...others] = claims;
      const second = first && others.find((claim) => isClash(first, claim));
      if (!first || !second) return [];
      return [
        {
          app: second.app,
          problem: `it owns ${second.pattern}, and so does ${first.app}${first.pattern === second.pattern ? '' : ` with ${first.pattern}`}`,
          remedy: 'leave the path to one of them',
        },
      ];
    });
    const allowed = new Set(removable.flatMap(listPatternShapes));
    const isLost = (path: string) => [owners, allowed].every((shapes) => !shapes.has(getPatternShape(path)));
    const lost = live.flatMap(({ app, paths }) =>
      Object.values(paths).flatMap(({ pattern }): Problem[] => {
        const variants = listVariants(pattern);
        const gone = variants.every(isLost) ? [pattern] : variants.filter(isLost);
        return gone.map((path) => ({
          app,
          problem: `${path} is live and would have no owner`,
          remedy: `keep the path, or allow it to go with --remove-path ${path}`,
        }));
      }),
    );
    const unreachable = remotes.flatMap(({ app, paths: owned }) =>
      Object.values(owned)
        .filter(({ pattern }) => listVariants(pattern).some(isReserved))
        .map(({ pattern }) => ({
          app,
          problem: `it owns ${pattern}, which the gateway, the store API or the shell answers`,
          remedy: 'choose another path',
        })),
    );
    // Two patterns can have several shapes in common.
    const clashesOnce = new Map(clashes.map((clash) => [`${clash.app} ${clash.problem}`, clash])).values();
    return [...clashesOnce, ...unreachable, ...listLanguageClashes(context), ...lost];
  },
});
