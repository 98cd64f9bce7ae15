import type { AppRules } from '../state/environment';
import { createBackendOriginsGate } from './backend-origins.gate';
import { bundleSizeGate } from './bundle-size.gate';
import { fileIntegrityGate } from './file-integrity.gate';
import type { Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { contractVersionGate, createSharedDependenciesGate } from './shared-dependencies.gate';
import { createSlotsGate } from './slots.gate';
import { styleScopeGate } from './style-scope.gate';

export const createStandardGates = (removablePaths: readonly string[] = [], rules?: AppRules): Gate[] => [
  fileIntegrityGate,
  createSharedDependenciesGate(),
  contractVersionGate,
  createRouteOwnershipGate(removablePaths),
  registeredNamesGate,
  createSlotsGate(rules?.slots),
  createBackendOriginsGate(rules?.connect),
  bundleSizeGate,
  styleScopeGate,
];
