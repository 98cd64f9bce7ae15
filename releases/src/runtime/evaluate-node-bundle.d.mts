/** Context of a Node bundle. */
export interface NodeBundleContext {
  /** File name for stack traces. */
  filename: string;
  /** URL prefix under which the app's browser files are served. */
  base: string;
  /** Modules that the bundle may require besides those of Node in builtin-modules.mjs: for a remote, the modules that the shell shares. */
  provided?: Readonly<Record<string, unknown>>;
}

/**
 * Evaluates the code of a Node bundle in this process. The code gets everything that the process has. A gateway never calls
 * this function: its renderer processes do.
 *
 * @returns Its exports.
 * @throws When the code throws, or requires a module that the shell does not share or that code on the server may not use.
 */
export function evaluateNodeBundle<Exports>(code: string, context: NodeBundleContext): Exports;
