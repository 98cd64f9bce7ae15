import type { Composition, PathOwner } from '@shop/remote-contract/composition';

interface Pattern {
  expression: RegExp;
  score: number;
  owner: PathOwner;
}

const compiled = new WeakMap<Composition, readonly Pattern[]>();

/**
 * Finds the remote and the path that own an address, without the two paths of the shell. The gateway does not match with React Router, which takes half a millisecond for each path
 * and would load React; a test compares the owners of both.
 */
export function findPathOwner(composition: Composition, pathname: string): PathOwner | undefined {
  const patterns = compiled.get(composition) ?? compilePatterns(composition);
  compiled.set(composition, patterns);
  const path = decodePath(pathname);
  return patterns.find(({ expression }) => expression.test(path))?.owner;
}

const compilePatterns = ({ remotes }: Composition): Pattern[] =>
  remotes
    .flatMap((remote) => remote.paths.map((path) => ({ remote, path })))
    .flatMap(compilePattern)
    // The sort is stable: React Router also prefers the earlier of two patterns with one score.
    .sort((a, b) => b.score - a.score);

/** Compiles a pattern of React Router, once for each choice of its optional segments. */
function compilePattern(owner: PathOwner): Pattern[] {
  return listVariants(owner.path.pattern.replace(/^\/*/, '/').split('/')).map((segments) => {
    const isSplat = segments.at(-1) === '*';
    const fixed = isSplat ? segments.slice(0, -1) : segments;
    const source = fixed.map((segment) => (isParameter(segment) ? '[^/]+' : escapeExpression(segment))).join('/');
    return {
      expression: new RegExp(isSplat ? `^${source}(/.*)?$` : `^${source.replace(/\/+$/, '')}/*$`, 'i'),
      score: getScore(segments),
      owner,
    };
  });
}

function listVariants([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const variants = listVariants(rest);
  if (!first.endsWith('?')) return variants.map((variant) => [first, ...variant]);
  return [...variants.map((variant) => [first.slice(0, -1), ...variant]), ...variants];
}

const isParameter = (segment: string) => /^:[\w-]+$/.test(segment);

/** The rank that React Router gives a pattern. */
function getScore(segments: readonly string[]): number {
  const scores = segments.map((segment) => {
    if (segment === '*') return -2;
    if (segment === '') return 1;
    return isParameter(segment) ? 3 : 10;
  });
  return scores.reduce((sum, score) => sum + score, segments.length);
}

const escapeExpression = (text: string) => text.replace(/[\\.*+^${}|()[\]]/g, '\\$&');

/** Decodes each segment. A slash inside a segment stays encoded. */
function decodePath(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}
