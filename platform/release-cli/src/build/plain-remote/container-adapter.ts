/// <reference lib="dom" />
/*
 * Code of the page: `publish` puts it before the entry of a plain remote, and the official container behind it looks to the shell
 * like the container of any other remote. It is read as text, so it imports nothing.
 */

/** The shared modules of a page, by key and version. */
type ShareScope = Record<string, Record<string, object>>;

/** What the entry of the official plugin defines. */
interface OfficialContainer {
  init: (scope: ShareScope, initScope: unknown[]) => unknown;
  get: (exposed: string) => Promise<() => unknown>;
}

/** Arguments of `System.register`: the specifiers that a module imports, and the function that links it. */
type Registration = [
  specifiers: string[],
  declare: (
    addExports: (names: string | Record<string, unknown>, value?: unknown) => unknown,
    context: { import: (specifier: string) => Promise<object>; meta: object },
  ) => { setters: ((exports: object) => void)[]; execute: () => unknown },
];

interface ModuleRecord {
  /** Path relative to the release. */
  file: string;
  exports: Record<string, unknown>;
  /** Resolves when the module's script has run and its imports are known. Absent before, and after a failure. */
  linked?: Promise<void> | undefined;
  dependencies: ModuleRecord[];
  /** Setters of the modules that import this one. */
  setters: ((exports: object) => void)[];
  execute?: (() => unknown) | undefined;
  executed?: Promise<unknown>;
}

export interface AdaptedRemote {
  /** Path of the entry, relative to the release. */
  entry: string;
  /** Name of the exposed module that holds the routes: `./routes`. */
  exposed: string;
  /** Hashes of the other scripts and style sheets by path. */
  integrity: Readonly<Record<string, string>>;
}

const getScriptUrl = (): string => (document.currentScript as HTMLScriptElement).src;

const copyScope = (scope: ShareScope): ShareScope =>
  Object.fromEntries(
    Object.entries(scope).map(([key, versions]) => [
      key,
      Object.fromEntries(
        Object.entries(versions).map(([version, share]) => [version, { ...share, loaded: true, useIn: [] }]),
      ),
    ]),
  );

/** Creates the functions that load files of a release with their hashes. @param base Address of the release. */
function createFileLoader(base: string, integrity: AdaptedRemote['integrity']) {
  /** Style sheets that have not loaded, by path, with their next request. */
  const failedSheets = new Map<string, Promise<void> | undefined>();
  /** Failures of each style sheet, by path. */
  const failures = new Map<string, number>();
  /** After so many failures of a style sheet, screens work without it. */
  const maxFailures = 4;

  /** Adds an element of the bundler's own code to the page. A file of another origin or release has no hash, and does not load. */
  const append = <Added extends HTMLElement>(element: Added): Added => {
    // The adapter runs the scripts of modules: a preload of one would load it without its hash.
    if (element instanceof HTMLLinkElement && element.rel === 'modulepreload') return element;
    const isSheet = element instanceof HTMLLinkElement && element.rel === 'stylesheet';
    const url = element instanceof HTMLScriptElement ? element.src : isSheet && element.href;
    if (url) {
      const file = url.slice(base.length);
      const hash = url.startsWith(base) && integrity[file];
      if (!hash) throw new Error(`${url} is not a file of this release`);
      Object.assign(element, { integrity: hash, crossOrigin: 'anonymous' });
      // By these, webpack and rspack would take the file of another version for that of this one: both have one name.
      for (const name of ['data-webpack', 'data-rspack']) element.removeAttribute(name);
      if (isSheet) {
        element.addEventListener('error', () => {
          element.remove();
          failures.set(file, (failures.get(file) ?? 0) + 1);
          failedSheets.set(file, undefined);
        });
        // The code of the bundler may have requested it again itself.
        element.addEventListener('load', () => failedSheets.delete(file));
      }
    }
    return document.head.appendChild(element);
  };

  const load = (element: HTMLScriptElement | HTMLLinkElement, file: string) =>
    new Promise<void>((resolve, reject) => {
      // The listeners of `append` run first.
      append(element);
      element.onload = () => resolve();
      element.onerror = () => reject(Object.assign(new Error(`${base}${file} did not load`), { request: base + file }));
    });

  const loadScript = (file: string) =>
    load(Object.assign(document.createElement('script'), { src: base + file }), file);

  /** Requests the style sheets again that have not loaded: the code of Vite requests each one once. */
  const loadFailedSheets = () =>
    Promise.all(
      [...failedSheets].map(async ([file, known]) => {
        const sheet = { rel: 'stylesheet', href: base + file };
        const loading = known ?? load(Object.assign(document.createElement('link'), sheet), file);
        failedSheets.set(file, loading);
        await loading.catch((reason: unknown) => {
          if ((failures.get(file) ?? 0) < maxFailures) throw reason;
        });
      }),
    );

  return { append, loadScript, loadFailedSheets };
}

/** Creates the loader of a build whose files are modules. @param base Address of the release. */
function createModuleLoader(
  base: string,
  { loadScript, loadFailedSheets }: Pick<ReturnType<typeof createFileLoader>, 'loadScript' | 'loadFailedSheets'>,
) {
  const registered = new Map<string, Registration>();
  const records = new Map<string, ModuleRecord>();

  const link = async (record: ModuleRecord): Promise<void> => {
    const { file } = record;
    if (!registered.has(file)) await loadScript(file);
    const registration = registered.get(file);
    if (!registration) throw new Error(`${base}${file} defines no module`);
    const [specifiers, declare] = registration;
    const resolve = (specifier: string) => new URL(specifier, base + file).href;
    const addExports = (names: string | Record<string, unknown>, value?: unknown) => {
      Object.assign(record.exports, typeof names === 'string' ? { [names]: value } : names);
      for (const set of record.setters) set(record.exports);
      return typeof names === 'string' ? value : names;
    };
    const { setters, execute } = declare(addExports, {
      import: async (specifier) => {
        await loadFailedSheets();
        return importModule(resolve(specifier).slice(base.length));
      },
      meta: { url: base + file, resolve },
    });
    record.execute = execute;
    record.dependencies = specifiers.map((specifier, index) => {
      const dependency = getRecord(resolve(specifier).slice(base.length));
      const set = setters[index];
      if (set) {
        dependency.setters.push(set);
        set(dependency.exports);
      }
      return dependency;
    });
  };

  const getRecord = (file: string): ModuleRecord => {
    const record = records.get(file) ?? { file, exports: {}, dependencies: [], setters: [] };
    records.set(file, record);
    return record;
  };

  const linkAll = async (record: ModuleRecord, seen: Set<ModuleRecord>): Promise<void> => {
    if (seen.has(record)) return;
    seen.add(record);
    record.linked ??= link(record).catch((reason) => {
      record.linked = undefined;
      throw reason;
    });
    await record.linked;
    await Promise.all(record.dependencies.map((dependency) => linkAll(dependency, seen)));
  };

  /** Runs a module after the modules that it imports. A module of a cycle runs before the one that it closes the cycle with. */
  const executeAll = async (record: ModuleRecord, seen: Set<ModuleRecord>): Promise<void> => {
    if (seen.has(record)) return;
    seen.add(record);
    for (const dependency of record.dependencies) await executeAll(dependency, seen);
    record.executed ??= (async () => record.execute?.())();
    await record.executed;
  };

  /** Imports a module with what it imports. The next call tries a failed script again. */
  const importModule = async (file: string): Promise<Record<string, unknown>> => {
    const record = getRecord(file);
    await linkAll(record, new Set());
    await executeAll(record, new Set());
    return record.exports;
  };

  return {
    /** Receives the module of a script, which has run. */
    register: (file: string, registration: Registration) => {
      registered.set(file, registration);
    },
    importModule,
  };
}

/**
 * Creates the container of a plain remote.
 *
 * The official container gets a copy of the share scope in which the shell's versions count as loaded: it then takes React from
 * the shell even when it brings a later one, and what it provides itself reaches no other remote. Scripts and style sheets load
 * with the hashes of the entry. A style sheet that does not load is requested again before the next import.
 */
export function createContainerAdapter({ entry, exposed, integrity }: AdaptedRemote) {
  const base = getScriptUrl().slice(0, -entry.length);
  const files = createFileLoader(base, integrity);
  const modules = createModuleLoader(base, files);
  let official: OfficialContainer | undefined;
  let started: Promise<unknown> | undefined;

  return {
    append: files.append,
    /** Receives the container of a build whose files are scripts. */
    define: (container: OfficialContainer) => {
      official = container;
    },
    /** Receives a module of a build whose files are modules. */
    register: (...registration: Registration) => {
      modules.register(getScriptUrl().slice(base.length), registration);
    },
    init: (scope: ShareScope) => {
      started ??= (async () => {
        official ??= (await modules.importModule(entry)) as unknown as OfficialContainer;
        await official.init(copyScope(scope), []);
      })();
      started.catch(() => {
        started = undefined;
      });
      return started;
    },
    get: async (name: string): Promise<() => unknown> => {
      if (name !== './routes') throw new Error(`Module "${name}" does not exist in container.`);
      if (!official) throw new Error('The container is not initialized.');
      return official.get(exposed);
    },
  };
}
