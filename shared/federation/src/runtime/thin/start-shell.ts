import type { BundleRequire, ProvidedData } from './build-data';
import { registerBuild } from './register-build';
import { instance, type ModuleFactory, type Share } from './share-scope';

declare const __webpack_require__: BundleRequire;
/** `?` and the name of the build. */
declare const __resourceQuery: string;

/** The lazy module that a lazy module imports. It is evaluated first, or both would be evaluated in one task. */
const imports: Readonly<Record<string, string>> = { '@shop/forms/form': '@shop/ui/controls' };

/** The last evaluation of a lazy module. The next one waits for it. */
let evaluation: Promise<void> = Promise.resolve();

/** Ends the task, so that the browser can paint and react to input before the rest. */
const nextTask = (): Promise<void> => window.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/**
 * Loads a lazy module, and evaluates it in a task of its own. Together with the code that imports it, it would block a slow phone
 * for a tenth of a second. Rejects when the module does not load, and the first time that it throws.
 */
async function loadInOwnTask({ name, factory }: ProvidedData): Promise<ModuleFactory> {
  const load = await factory();
  const [imported] = Object.values(instance.shareScopeMap.default[imports[name] ?? ''] ?? {});
  await imported?.get();
  evaluation = evaluation
    .catch(() => undefined)
    .then(() => {
      load();
      return nextTask();
    });
  await evaluation;
  return load;
}

/** Describes a provided module as the full runtime does. A remote with the full runtime reads `scope` and `shareConfig`. */
function toShare(provided: ProvidedData, from: string) {
  const { version, factory, eager, singleton, requiredVersion, strictVersion } = provided;
  const get = eager ? factory : () => loadInOwnTask(provided);
  const shareConfig = { singleton, requiredVersion, eager, strictVersion };
  return { version, from, get, scope: ['default'], shareConfig } satisfies Share;
}

/**
 * Starts the runtime of a shell. A shell provides shared
 * modules in one share scope and takes none. It registers remotes in the page: builds here have no `remotes` option.
 */
function start(bundle: BundleRequire, name: string): void {
  const scope = instance.shareScopeMap.default;
  for (const provided of Object.values(bundle.initializeSharingData?.scopeToSharingDataMapping ?? {}).flat()) {
    if (typeof provided === 'string') continue;
    scope[provided.name] = { ...scope[provided.name], [provided.version]: toShare(provided, name) };
  }
  registerBuild(bundle, name);
}

start(__webpack_require__, __resourceQuery.slice(1));
