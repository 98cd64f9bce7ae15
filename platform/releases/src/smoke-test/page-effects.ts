/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { Problem } from '../gates/gate';
import { inspectStyles } from '../gates/inspect-styles';
import { describeStyles, formatNames, isNamedAfter } from '../gates/style-scope.gate';
import type { SmokeTestPage } from './collect-problems';
import type { RemotePart } from './server-smoke-test';

/*
 * Finds what the code of a remote does to the page around it: globals, changed built-ins, and styles that a script adds. The
 * first three functions run in the page, so they use nothing from this file, and contain no named function: the compiler would
 * add a call to a helper that the page does not have.
 */

interface PropertyChange {
  /** For example `Array.prototype.map`. */
  name: string;
  kind: 'new' | 'changed' | 'removed';
  /** Source of a function, or a number or text: it tells the change of the shell from that of a remote. */
  value: string;
}

export interface PageEffects {
  changes: PropertyChange[];
  /** Rules of style sheets that are not files of a release. */
  rules: string[];
  /** Beginnings of the class names that Emotion makes: `css-`. */
  generatedClasses: string[];
  /** Globals of the remotes that the page has loaded. */
  loadedGlobals: string[];
}

/** Runs before any script of the page, and records every property of `window`, of built-in objects and of their prototypes. */
export function recordBuiltIns(): void {
  const owners = new Map<string, object>([['window', window]]);
  for (const name of ['document', 'history', 'location', 'navigator', 'performance', 'crypto', 'customElements']) {
    owners.set(name, Reflect.get(window, name));
  }
  for (const name of Object.getOwnPropertyNames(window)) {
    const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
    if (value === window || (typeof value !== 'function' && (typeof value !== 'object' || value === null))) continue;
    owners.set(name, value);
    const { prototype } = value as { prototype?: unknown };
    if (typeof prototype === 'object' && prototype !== null) owners.set(`${name}.prototype`, prototype);
  }
  // The code of a release may replace these functions later.
  const { getOwnPropertyDescriptor, is } = Object;
  const { ownKeys } = Reflect;
  const recorded = [...owners].map(([name, owner]) => ({
    name,
    owner: owner as Record<PropertyKey, unknown>,
    properties: new Map(ownKeys(owner).map((key) => [key, getOwnPropertyDescriptor(owner, key)])),
  }));
  Object.assign(window, {
    listSmokeTestChanges() {
      const changes: PropertyChange[] = [];
      for (const { name, owner, properties } of recorded) {
        for (const key of new Set([...properties.keys(), ...ownKeys(owner)])) {
          const before = properties.get(key);
          const now = getOwnPropertyDescriptor(owner, key);
          // `window.onerror = …` calls a setter, and leaves the property as it is.
          const handler = name === 'window' && /^on[a-z]+$/.test(String(key)) && now?.set ? owner[key] : null;
          const isSame =
            is(before?.value, now?.value) &&
            before?.get === now?.get &&
            before?.set === now?.set &&
            before?.writable === now?.writable &&
            before?.configurable === now?.configurable;
          if (isSame && typeof handler !== 'function') continue;
          const value = (handler ?? now?.value ?? now?.get) as string | object | undefined;
          changes.push({
            name: `${name}.${String(key)}`,
            kind: before ? (now ? 'changed' : 'removed') : 'new',
            // The text of an object, such as a list of chunks, differs between pages.
            value: typeof value === 'object' ? '' : String(value).slice(0, 1000),
          });
        }
      }
      return changes;
    },
  });
}

type LoadableRemote = Pick<ComposedRemote, 'base' | 'entry' | 'global' | 'paths' | 'slots'>;

/**
 * Evaluates the modules of all screens and slots of a remote, so that their code has run on import.
 *
 * @returns The declared paths and slots for which the remote has no screen and no component.
 */
export async function loadModules({ base, entry, global, paths, slots = [] }: LoadableRemote): Promise<RemotePart[]> {
  type Loaders = Record<
    string,
    () => Promise<{ screen?: { Screen?: unknown }; slot?: { Slot?: unknown } } | undefined>
  >;
  interface Container {
    init: (scope: object, initScope: unknown[], options: object) => unknown;
    get: (exposed: string) => Promise<() => { routes?: Loaders; slots?: Loaders }>;
  }
  const page = window as unknown as Record<string, Container | undefined> & {
    __FEDERATION__?: { __INSTANCES__?: { name: string; shareScopeMap: { default: object } }[] };
  };
  const shell = page.__FEDERATION__?.__INSTANCES__?.find(({ name }) => name === 'shell');
  if (!shell) return [];
  if (!page[global]) {
    const script = document.createElement('script');
    Object.assign(script, { src: base + entry.path, integrity: entry.integrity, crossOrigin: 'anonymous' });
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${script.src} does not load`));
      document.head.append(script);
    });
    const { shareScopeMap } = shell;
    const { [global]: container } = page;
    await container?.init(shareScopeMap.default, [], { shareScopeKeys: 'default', shareScopeMap });
  }
  const module = (await page[global]?.get('./routes'))?.();
  const loadedParts = await Promise.all([
    ...Object.entries(module?.routes ?? {}).map(async ([id, load]) => (await load())?.screen?.Screen && `route ${id}`),
    ...Object.entries(module?.slots ?? {}).map(async ([name, load]) => (await load())?.slot?.Slot && `slot ${name}`),
  ]);
  const declared = [
    ...paths.map(({ id }) => ({ kind: 'route' as const, name: id })),
    ...slots.map(({ name }) => ({ kind: 'slot' as const, name })),
  ];
  return declared.filter(({ kind, name }) => !loadedParts.includes(`${kind} ${name}`));
}

/** Reads what the scripts of the page have done so far. The gate `style-scope` has checked the style sheets of releases. */
export function readEffects({ bases, globals }: { bases: string[]; globals: string[] }): PageEffects {
  const { listSmokeTestChanges } = window as unknown as { listSmokeTestChanges: () => PropertyChange[] };
  const rules: string[] = [];
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    const element = sheet.ownerNode;
    const address = (element instanceof Element && element.getAttribute('data-href')) || sheet.href;
    const url = address && new URL(address, document.baseURI).href;
    if (url && bases.some((base) => url.startsWith(new URL(base, document.baseURI).href))) continue;
    try {
      rules.push(...[...sheet.cssRules].map(({ cssText }) => cssText));
    } catch {
      // The style sheet of another origin: the shop cannot know its rules.
      rules.push(`@import ${JSON.stringify(url)};`);
    }
  }
  const keys = [...document.querySelectorAll('style[data-emotion]')].map(
    (element) => element.getAttribute('data-emotion')?.split(/[- ]/)[0],
  );
  return {
    changes: listSmokeTestChanges(),
    rules,
    generatedClasses: [...new Set(keys)].map((key) => `${key}-`),
    loadedGlobals: globals.filter((name) => name in window),
  };
}

export interface PageResult {
  page: SmokeTestPage;
  effects: PageEffects;
}

interface Trace {
  app: string;
  pathname: string;
  /** Apps that the page has loaded besides the shell. */
  loaded: readonly string[];
  kind: PropertyChange['kind'] | 'selectors' | 'rules' | 'names';
  name: string;
}

/** The shell's own script registers React's listeners. The end of the name is a random number. */
const isOfReact = ({ name }: PropertyChange) => /^document\._reactListening\w+$/.test(name);

/**
 * What the official Module Federation plugins of rspack, webpack and Vite define, and the tables of their chunks. `publish`
 * changes what follows `__mf_` and `Chunk`.
 */
const officialGlobals =
  /^window\.(__FEDERATION__|__GLOBAL_LOADING_REMOTE_ENTRY__|__VUE_HMR_RUNTIME__|__mf_(module_cache|[\da-f]{12})__|__mf_(init|[\da-f]{4})__.+|(rspack|webpack)Chunk\w+)$/;

const getKey = ({ name, kind, value }: PropertyChange): string => JSON.stringify([name, kind, value]);

/** The document, not a script, decides how a late font of the shop shows. Decision 0075. */
const withoutFontDisplay = (rule: string): string => rule.replace(/font-display:\s*[\w-]+;\s*/, '');

function listTraces(
  { page, effects }: PageResult,
  shell: PageEffects,
  remotes: Composition['remotes'],
): Omit<Trace, 'app' | 'pathname'>[] {
  const ofShell = { changes: new Set(shell.changes.map(getKey)), rules: new Set(shell.rules.map(withoutFontDisplay)) };
  const loadedRemotes = remotes.filter(({ global }) => effects.loadedGlobals.includes(global));
  const loaded = loadedRemotes.map(({ name }) => name);
  const isGenerated = (name: string) => effects.generatedClasses.some((start) => name.startsWith(start));
  const isOwn = (name: string) => [page.app, ...loaded].some((app) => isNamedAfter(app, name));
  const added = effects.rules.filter((rule) => !ofShell.rules.has(withoutFontDisplay(rule)));
  const report = inspectStyles(added.join('\n'), {
    isOwnClass: (name) => isGenerated(name) || isOwn(name),
    // Emotion names keyframes `animation-1x2y3z`.
    isOwnName: (name) => name.startsWith('animation-') || isOwn(name),
  });
  // The container of a remote and the table of its chunks have its global in their names.
  const isOfBuild = ({ name }: PropertyChange) =>
    officialGlobals.test(name) ||
    (name.startsWith('window.') && effects.loadedGlobals.some((part) => name.includes(part)));
  const changes = effects.changes.filter(
    (change) => !ofShell.changes.has(getKey(change)) && !isOfReact(change) && !isOfBuild(change),
  );
  const kinds = ['selectors', 'rules', 'names'] as const;
  return [
    ...changes.map(({ name, kind }) => ({ loaded, name, kind })),
    ...kinds.flatMap((kind) => report[kind].map((name) => ({ loaded, name, kind }))),
  ];
}

/** Whether another app leaves the same trace in a page without this app. It fills a slot of this app's page. */
const isOfFiller = (trace: Trace, all: readonly Trace[]): boolean =>
  all.some(
    ({ app, name, kind, loaded }) =>
      app !== trace.app &&
      name === trace.name &&
      kind === trace.kind &&
      trace.loaded.includes(app) &&
      !loaded.includes(trace.app),
  );

/** Compares the pages of remotes with a page of the shell alone. */
export function findForeignEffects(results: readonly PageResult[], { remotes }: Composition): Problem[] {
  const shell = results.find(({ page }) => page.app === 'shell')?.effects;
  if (!shell) return [];
  const ofRemotes = results.filter(({ page }) => page.app !== 'shell');
  const all = ofRemotes.flatMap((result): Trace[] =>
    listTraces(result, shell, remotes).map((trace) => ({ ...result.page, ...trace })),
  );
  return ofRemotes.flatMap(({ page: { app, pathname } }): Problem[] => {
    const own = all.filter((trace) => trace.app === app && !isOfFiller(trace, all));
    const select = (kind: Trace['kind']) => own.filter((trace) => trace.kind === kind).map(({ name }) => name);
    const changes = own.filter(({ kind }) => ['new', 'changed', 'removed'].includes(kind));
    const report = { selectors: select('selectors'), rules: select('rules'), names: select('names') };
    return [
      ...(changes.length > 0
        ? [
            {
              app,
              problem: `its code leaves ${formatNames(changes.map(({ name, kind }) => `${name} (${kind})`))} in the page ${pathname}, where every app finds it`,
              remedy: 'keep it in a module, or leave out the package that does it',
            },
          ]
        : []),
      ...describeStyles(app, `a script on ${pathname}`, report),
    ];
  });
}
