/** Context of a Node bundle. */
export interface NodeBundleContext {
  /** File name for stack traces. */
  filename: string;
  /** URL prefix under which the app's browser files are served. */
  base: string;
  /** Modules that the bundle may require besides those of Node: for a remote, the modules that the shell shares. */
  provided?: Readonly<Record<string, unknown>>;
}

/**
 * Evaluates the code of a Node bundle in this process. The code gets everything that the process has. Only a renderer process
 * calls this function with code of a release, and a build with the code that it has just built.
 *
 * @returns Its exports.
 * @throws When the code throws, or requires a module that the shell does not share or that code on the server may not use.
 */
export function evaluateNodeBundle<Exports>(code: string, context: NodeBundleContext): Exports;

/** Loads the modules of Node that a bundle may require, or their permitted parts. */
export function loadPermittedModules(): object[];
