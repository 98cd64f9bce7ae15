import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import type { Problem } from '../gates/gate';
import type { SmokeTestCandidate } from '../gates/smoke-test.gate';
import type { Release } from '../release/release';
import { loadNodeBundle } from '../runtime/load-node-bundle';
import { type ResolvedComposition, resolveComposition } from '../state/resolve-composition';
import type { ReleaseStore } from '../store/release-store';
import { getFirstLine } from './error-message';
import { createSamplePathname } from './sample-pathname';

/** A composition and its evaluated shell: all that a gateway serves documents from. */
export interface StartedComposition {
  composition: Composition;
  shell: ShellBuild;
}

/** What came of starting a composition on a server. */
export interface ServerSmokeTestResult {
  /** The composition, ready to be served; null when its shell does not start. */
  live: StartedComposition | null;
  problems: Problem[];
}

/** Addresses that a document is made for: no host of anybody's. */
export const smokeTestSettings = { orderAmounts: 'dollar', publicApiBase: 'http://store-api.invalid/api/v1' } as const;

/**
 * Starts a composition as a gateway does: the shell's Node build, each remote's with what that shell provides, the module
 * of every route, and a document for one address of every path pattern.
 *
 * @throws When a release of the composition is not in the store.
 */
export async function runServerSmokeTest(
  store: ReleaseStore,
  candidate: SmokeTestCandidate,
): Promise<ServerSmokeTestResult> {
  const resolved = await resolveComposition(store, { schema: 1, seq: 0, ...candidate });
  const shell = await startShell(store, resolved.shellRelease);
  if ('problem' in shell) return { live: null, problems: [shell] };
  const ofRemotes = await Promise.all(
    resolved.remoteReleases.map((release) => startRemote(store, release, shell.build.provided)),
  );
  const live = { composition: resolved.composition, shell: shell.build };
  return { live, problems: [...ofRemotes.flat(), ...makeDocuments(resolved, shell.build)] };
}

async function startShell(store: ReleaseStore, release: Release): Promise<{ build: ShellBuild } | Problem> {
  try {
    return { build: await loadNodeBundle<ShellBuild>(store, release) };
  } catch (error) {
    return {
      app: release.app,
      problem: `its Node build does not start: ${getFirstLine(error)}`,
      remedy: 'keep window and document out of what runs on import, and publish a version that starts',
    };
  }
}

async function startRemote(
  store: ReleaseStore,
  release: Release,
  provided: ShellBuild['provided'],
): Promise<Problem[]> {
  const { app } = release;
  try {
    const { routes } = await loadNodeBundle<RemoteModule>(store, release, provided);
    const started = Object.keys(release.paths).map(async (id): Promise<Problem[]> => {
      try {
        const { screen } = (await routes[id]?.()) ?? {};
        if (screen?.Screen) return [];
        return [{ app, problem: `its route ${id} has no screen`, remedy: 'export `screen` from the route’s module' }];
      } catch (error) {
        const remedy = 'keep window and document out of what runs on import, and publish a version that loads';
        return [{ app, problem: `the module of its route ${id} does not load: ${getFirstLine(error)}`, remedy }];
      }
    });
    return (await Promise.all(started)).flat();
  } catch (error) {
    return [
      {
        app,
        problem: `its Node build does not start: ${getFirstLine(error)}`,
        remedy: 'promote a shell that provides what it takes, or publish a version that starts',
      },
    ];
  }
}

/** Asks the shell for a document of every path pattern. */
function makeDocuments({ composition }: ResolvedComposition, shell: ShellBuild): Problem[] {
  const paths = composition.remotes.flatMap((remote) => remote.paths.map((path) => ({ remote, path })));
  const entry = composition.shell.base + composition.shell.entry.path;
  const makeOne = (path: ComposedPath): string | null => {
    const { status, html } = shell.renderDocument({
      composition,
      pathname: createSamplePathname(path),
      hostname: 'localhost',
      settings: { apiBase: smokeTestSettings.publicApiBase, orderAmounts: smokeTestSettings.orderAmounts },
    });
    const expected = path.status ?? 200;
    if (status !== expected) return `has status ${status}, not ${expected}`;
    return html.includes(entry) ? null : `does not start the shell’s ${composition.shell.entry.path}`;
  };
  return paths.flatMap(({ remote, path }): Problem[] => {
    const refuse = (problem: string) => [
      {
        app: remote.name,
        problem: `the document of ${createSamplePathname(path)}, for ${path.pattern}, ${problem}`,
        remedy: `look at the path in ${remote.name}, and at renderDocument of shell ${composition.shell.version}`,
      },
    ];
    try {
      const problem = makeOne(path);
      return problem ? refuse(problem) : [];
    } catch (error) {
      return refuse(`cannot be made: ${getFirstLine(error)}`);
    }
  });
}
