import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { DocumentRequest, PageRequest, RenderedDocument } from '@shop/remote-contract/shell-build';
import { getFirstLine, type Problem } from '../gates/gate';
import type { Release } from '../release/release';
import type { ResolvedComposition } from '../state/resolve-composition';

/** The renderer of a candidate, in a process of its own. A gateway's `RendererPool` is one. */
export interface CandidateRenderer {
  start: () => Promise<void>;
  whenPrepared: () => Promise<void>;
  readonly brokenRemotes: ReadonlyMap<string, string>;
  loadPart: (part: { remote: string; kind: 'route' | 'slot'; name: string }) => Promise<boolean>;
  renderDocument: (request: DocumentRequest) => Promise<RenderedDocument>;
  renderPage: (request: PageRequest) => Promise<CandidatePage>;
}

export type CandidatePage =
  | { kind: 'page'; document: RenderedDocument }
  | { kind: 'redirect' }
  | { kind: 'not-rendered'; cause: string; reason: string; frames?: readonly string[] };

/** Reads a released file by its key. */
export type ReadReleaseFile = (key: string) => Promise<string | null>;

/** Settings of the documents. The host of the store API does not exist. */
export const smokeTestSettings = { orderAmounts: 'dollar', publicApiBase: 'http://store-api.invalid/api/v1' } as const;

const remedies = {
  import: 'do not use window and document in code that runs on import, and publish a version that starts',
  shared: 'promote a shell that shares the modules it needs, or publish a version that starts',
  part: 'do not use window and document in code that runs on import, and publish a version that loads',
};

/**
 * Starts a composition as a gateway does: its renderer evaluates the Node bundles of the shell and of each remote, loads the
 * module of every route and slot, and renders a document and a page for every path pattern. A finding of an exception names the
 * source that threw it.
 */
export async function runServerSmokeTest(
  { composition, shellRelease, remoteReleases }: ResolvedComposition,
  renderer: CandidateRenderer,
  readFile: ReadReleaseFile,
): Promise<Problem[]> {
  try {
    await renderer.start();
  } catch (error) {
    const problem = `its Node bundle does not start: ${getFirstLine(error)}`;
    return [{ app: shellRelease.app, problem, remedy: remedies.import }];
  }
  await renderer.whenPrepared();
  const problems: Problem[] = [];
  for (const release of remoteReleases) problems.push(...(await checkRemote(release, renderer)));
  if (problems.length > 0) return problems;
  for (const { name, base, paths } of composition.remotes) {
    for (const path of paths) {
      const request = createRequest(composition, name, path);
      const failure =
        (await findDocumentFailure(request, path, renderer)) ??
        (path.access === 'open' ? await findPageFailure(request, renderer) : null);
      if (!failure) continue;
      const place = await findPlace(failure.frames, base, readFile);
      problems.push({
        app: name,
        problem: `${failure.problem}${place ? `, at ${place}` : ''} (${request.pathname}, for ${path.pattern})`,
        remedy: place
          ? `correct ${place}`
          : `check the path in ${name}, and how shell ${composition.shell.version} renders it`,
      });
    }
  }
  return problems;
}

/** What is wrong with a document or a page. The problem is a message without an end. */
interface Failure {
  problem: string;
  /** Positions of an exception in released files, innermost first. */
  frames: readonly string[];
}

const fail = (problem: string, error?: unknown): Failure => {
  const { frames = [] } = (error ?? {}) as { frames?: readonly string[] };
  return { problem, frames };
};

/** Comment with which the bundler begins the code of a module in a Node bundle. */
const moduleComment = /^;?\/\/ CONCATENATED MODULE: \.?\/?(\S+)/;

/**
 * Finds where an exception was thrown: in the code of the remote when it is in the stack, else in the first file.
 *
 * @param base  Base of the remote's files: `/r/mf-a/1.0.0-4f3a…/`.
 * @returns The source and the function, such as `src/price.ts (renderPrice)`, or the position in the released file. Null without a stack.
 */
async function findPlace(frames: readonly string[], base: string, readFile: ReadReleaseFile): Promise<string | null> {
  const frame = frames.find((text) => text.includes(base.slice(1))) ?? frames[0];
  const [, name, key = '', line = '0', column = '0'] = frame?.match(/^(?:(.*) \()?(r\/\S+):(\d+):(\d+)\)?$/) ?? [];
  if (key === '') return null;
  const lines = (await readFile(key).catch(() => null))?.split('\n').slice(0, Number(line)) ?? [];
  const source = lines.findLast((text) => moduleComment.test(text))?.match(moduleComment)?.[1];
  return `${source ?? `${key.replace(/^r\//, '')}:${line}:${column}`}${name ? ` (${name})` : ''}`;
}

async function checkRemote(
  { app, paths, slots = {}, server }: Release,
  { brokenRemotes, loadPart }: CandidateRenderer,
): Promise<Problem[]> {
  // Browsers render its pages, and the browser smoke test loads its modules.
  if (!server) return [];
  const reason = brokenRemotes.get(app);
  if (reason !== undefined) {
    return [{ app, problem: `its Node bundle does not start: ${getFirstLine(reason)}`, remedy: remedies.shared }];
  }
  const problems: Problem[] = [];
  const check = async (kind: RemotePart['kind'], name: string) => {
    try {
      if (!(await loadPart({ remote: app, kind, name }))) problems.push(describeMissingPart(app, { kind, name }));
    } catch (error) {
      const problem = `the module of its ${kind} ${name} does not load: ${getFirstLine(error)}`;
      problems.push({ app, problem, remedy: remedies.part });
    }
  };
  for (const id of Object.keys(paths)) await check('route', id);
  for (const name of Object.keys(slots)) await check('slot', name);
  return problems;
}

/** A screen or a component that a remote declares. */
export interface RemotePart {
  kind: 'route' | 'slot';
  name: string;
}

/** Describes a path without a screen, or a slot without a component. */
export const describeMissingPart = (app: string, { kind, name }: RemotePart): Problem =>
  kind === 'route'
    ? {
        app,
        problem: `its route ${name} has no screen`,
        remedy: 'add it to `routes`, and export `screen` with a `Screen` from its module',
      }
    : {
        app,
        problem: `its slot ${name} has no component`,
        remedy: 'add it to `slots`, and export `slot` with a `Slot` from its module',
      };

function createRequest(composition: Composition, remote: string, path: ComposedPath): PageRequest {
  const pathname = createSamplePathname(path);
  const names = [...path.pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const values = names.map((name) => [name, path.known?.[name]?.[0] ?? 'sample'] as const);
  return {
    composition,
    pathname,
    search: '',
    route: { remote, path: path.id, params: Object.fromEntries(values) },
    hostname: 'localhost',
    settings: {
      apiBase: smokeTestSettings.publicApiBase,
      orderAmounts: smokeTestSettings.orderAmounts,
      publicUrl: 'http://localhost',
    },
  };
}

/** @returns Null when the document is right. */
async function findDocumentFailure(
  { search: _, ...request }: PageRequest,
  path: ComposedPath,
  { renderDocument }: CandidateRenderer,
): Promise<Failure | null> {
  const { base, entry } = request.composition.shell;
  try {
    const { status, html } = await renderDocument(request);
    const expected = path.status ?? 200;
    if (status !== expected) return fail(`its document has status ${status}, not ${expected}`);
    return html.includes(base + entry.path) ? null : fail(`its document does not load the shell’s ${entry.path}`);
  } catch (error) {
    return fail(`its document cannot be rendered: ${getFirstLine(error)}`, error);
  }
}

/** Renders a page twice: what one visitor requested must not show in the page of another. */
async function findPageFailure(request: PageRequest, { renderPage }: CandidateRenderer): Promise<Failure | null> {
  const results = [await renderPage(request), await renderPage(request)];
  const failed = results.find((result) => result.kind === 'not-rendered');
  if (failed?.kind === 'not-rendered') {
    // A page that takes too long ends its process.
    return failed.cause === 'composition' || failed.cause === 'cold'
      ? fail(`its page cannot be rendered on the server: ${getFirstLine(failed.reason)}`, failed)
      : null;
  }
  const [first, second] = results.map((result) => (result.kind === 'page' ? normalize(result.document.html) : ''));
  return first === second
    ? null
    : fail('its page differs when the server renders it again: a render must leave no state behind');
}

/** Removes the times of the render, in milliseconds since 1970. */
const normalize = (html: string) => html.replace(/\b1\d{12}\b/g, '');

const anyValue = 'sample';

/**
 * Creates a path that matches a pattern. Each parameter gets its first declared value, or a sample value.
 *
 * @returns A path without query: `/terms` for `/:policyType` whose known values begin with `terms`.
 */
export function createSamplePathname({ pattern, known }: Pick<OwnedPath, 'pattern' | 'known'>): string {
  const parts = pattern.split('/').map((part) => {
    if (part === '*') return `${anyValue}/of-any-depth`;
    const [, name, rest = ''] = part.match(/^:([^?]+)(\?)?/) ?? [];
    if (!name) return part.replace(/\?$/, '');
    return rest ? '' : encodeURIComponent(known?.[name]?.[0] ?? anyValue);
  });
  return `/${parts.filter(Boolean).join('/')}`;
}
