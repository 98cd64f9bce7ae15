import type { ModuleFactory } from './share-scope';

/** Id that the build gave a module or a chunk. */
export type BuildId = string | number;

/** What the build says about the import of a shared module. */
interface ConsumedModule {
  shareKey: string;
  shareInfo: { shareConfig: { requiredVersion: string } };
}

/** Modules that were imported from chunks: a promise while a module loads, 0 when it is ready. */
export type InstalledModules = Record<BuildId, Promise<void> | 0>;

/** The part of a bundle's `__webpack_require__` that a federation runtime uses. */
export interface BundleRequire {
  /** Functions that define modules. */
  m: Record<BuildId, (module: { exports: unknown }) => void>;
  /** Cache of evaluated modules. */
  c: Record<BuildId, unknown>;
  federation: {
    initOptions: {
      name: string;
      /** Shared modules that the build provides. */
      shared?: Record<string, { version: string; get: () => ModuleFactory | Promise<ModuleFactory> }[]>;
    };
  };
}

/** Arguments with which generated code asks for shared modules. */
export interface ConsumeRequest {
  webpackRequire: BundleRequire;
  installedModules: InstalledModules;
  moduleToHandlerMapping: Record<BuildId, ConsumedModule>;
}
