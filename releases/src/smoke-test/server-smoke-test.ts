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

/** A composition and its evaluated shell. A gateway renders documents from them. */
export interface StartedComposition {
  composition: Composition;
  shell: ShellBuild;
}

/** Result of starting a composition on a server. */
export interface ServerSmokeTestResult {
  /** The composition for a server. Null when its shell does not start. */
  live: StartedComposition | null;
  problems: Problem[];
}

/** Settings of the documents. The host of the store API does not exist. */
export const smokeTestSettings = { orderAmounts: 'dollar', publicApiBase: 'http://store-api.invalid/api/v1' } as const;

/**
 * Starts a composition as a gateway does: it evaluates the Node bundles of the shell and of each remote, loads the module of
 * every route, and renders one document for every path pattern.
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
  const remoteProblems = await Promise.all(
    resolved.remoteReleases.map((release) => startRemote(store, release, shell.build.provided)),
  );
  const live = { composition: resolved.composition, shell: shell.build };
  return { live, problems: [...remoteProblems.flat(), ...renderDocuments(resolved, shell.build)] };
}

async function startShell(store: ReleaseStore, release: Release): Promise<{ build: ShellBuild } | Problem> {
  try {
    return { build: await loadNodeBundle<ShellBuild>(store, release) };
  } catch (error) {
    return {
      app: release.app,
      problem: `its Node bundle does not start: ${getFirstLine(error)}`,
      remedy: 'do not use window and document in code that runs on import, and publish a version that starts',
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
    const { routes, slots = {} } = await loadNodeBundle<RemoteModule>(store, release, provided);
    const started = Object.keys(release.paths).map(async (id): Promise<Problem[]> => {
      try {
        const { screen } = (await routes[id]?.()) ?? {};
        if (screen?.Screen) return [];
        return [{ app, problem: `its route ${id} has no screen`, remedy: 'export `screen` from the route’s module' }];
      } catch (error) {
        const remedy = 'do not use window and document in code that runs on import, and publish a version that loads';
        return [{ app, problem: `the module of its route ${id} does not load: ${getFirstLine(error)}`, remedy }];
      }
    });
    const filled = Object.keys(release.slots ?? {}).map(async (name): Promise<Problem[]> => {
      try {
        const { slot } =
          (await (slots as Record<string, () => Promise<{ slot?: { Slot?: unknown } }>>)[name]?.()) ?? {};
        if (slot?.Slot) return [];
        return [{ app, problem: `its slot ${name} has no component`, remedy: 'export `slot` from the slot’s module' }];
      } catch (error) {
        const remedy = 'do not use window and document in code that runs on import, and publish a version that loads';
        return [{ app, problem: `the module of its slot ${name} does not load: ${getFirstLine(error)}`, remedy }];
      }
    });
    return (await Promise.all([...started, ...filled])).flat();
  } catch (error) {
    return [
      {
        app,
        problem: `its Node bundle does not start: ${getFirstLine(error)}`,
        remedy: 'promote a shell that shares the modules it needs, or publish a version that starts',
      },
    ];
  }
}

/** Renders a document for every path pattern. */
function renderDocuments({ composition }: ResolvedComposition, shell: ShellBuild): Problem[] {
  const paths = composition.remotes.flatMap((remote) => remote.paths.map((path) => ({ remote, path })));
  const entry = composition.shell.base + composition.shell.entry.path;
  const findProblem = (path: ComposedPath): string | null => {
    const { status, html } = shell.renderDocument({
      composition,
      pathname: createSamplePathname(path),
      hostname: 'localhost',
      settings: { apiBase: smokeTestSettings.publicApiBase, orderAmounts: smokeTestSettings.orderAmounts },
    });
    const expected = path.status ?? 200;
    if (status !== expected) return `has status ${status}, not ${expected}`;
    return html.includes(entry) ? null : `does not load the shell’s ${composition.shell.entry.path}`;
  };
  return paths.flatMap(({ remote, path }): Problem[] => {
    const createProblem = (problem: string) => [
      {
        app: remote.name,
        problem: `the document of ${createSamplePathname(path)}, for ${path.pattern}, ${problem}`,
        remedy: `check the path in ${remote.name}, and renderDocument of shell ${composition.shell.version}`,
      },
    ];
    try {
      const problem = findProblem(path);
      return problem ? createProblem(problem) : [];
    } catch (error) {
      return createProblem(`cannot be rendered: ${getFirstLine(error)}`);
    }
  });
}
