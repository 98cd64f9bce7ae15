import type { ModuleFactory, ShareScope } from './share-scope';

/** Id that the build gave a module or a chunk. */
export type BuildId = string | number;

/** A shared module that the build provides. */
export interface ProvidedData {
  name: string;
  version: string;
  factory: () => ModuleFactory | Promise<ModuleFactory>;
  eager?: boolean;
  singleton?: boolean;
  requiredVersion?: string;
  strictVersion?: boolean;
}

/** What the build says about the import of a shared module. */
interface ConsumedData {
  shareKey: string;
  requiredVersion: string;
}

/** What the build says about the shared modules that it imports. */
export interface ConsumesData {
  /** Shared modules of each chunk. */
  chunkMapping?: Record<BuildId, readonly BuildId[]>;
  moduleIdToConsumeDataMapping: Record<BuildId, ConsumedData>;
  /** Shared modules that the entry imports. */
  initialConsumes?: readonly BuildId[];
}

/** The part of a bundle's `__webpack_require__` that a federation runtime reads and completes. */
export interface BundleRequire {
  /** Folder of the scripts and pictures. */
  p?: string;
  /** Functions that define modules. */
  m: Record<BuildId, (module: { exports: unknown }) => void>;
  /** Cache of evaluated modules. */
  c: Record<BuildId, unknown>;
  /** Work before a chunk is used. The build has a function that throws in place of `consumes`. */
  f?: { consumes?: (chunkId: BuildId, promises: Promise<unknown>[]) => void };
  /** Shared modules that the build provides, by share scope. A build here has one scope. */
  initializeSharingData?: {
    scopeToSharingDataMapping: Record<string, readonly (ProvidedData | string)[]>;
    uniqueName: string;
  };
  consumesLoadingData?: ConsumesData;
  /** Modules that a remote exposes. */
  initializeExposesData?: { moduleMap: Record<string, () => Promise<ModuleFactory>> };
  /** `get` and `init` of a remote's container. */
  getContainer?: (exposed: string) => Promise<ModuleFactory>;
  initContainer?: (shareScope: ShareScope) => void;
}
