import type { CheckComposition } from '../actions/run-gates';
import type { AppRules, Environment } from '../state/environment';
import { createBackendOriginsGate } from './backend-origins.gate';
import { createBundleSizeGate } from './bundle-size.gate';
import { contractVersionGate } from './contract-version.gate';
import { fileIntegrityGate } from './file-integrity.gate';
import { createGateCheck, type Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { createSharedDependenciesGate } from './shared-dependencies.gate';
import { createSlotsGate } from './slots.gate';
import { createSmokeTestGate, type RunSmokeTest } from './smoke-test.gate';
import { styleScopeGate } from './style-scope.gate';

/** Creates the gates that only read releases, in the order of RELEASING.md. */
export const createStandardGates = (removablePaths: readonly string[] = [], rules?: AppRules): Gate[] => [
  fileIntegrityGate,
  createSharedDependenciesGate(),
  contractVersionGate,
  createRouteOwnershipGate(removablePaths),
  registeredNamesGate,
  createSlotsGate(rules?.slots),
  createBackendOriginsGate(rules?.connect),
  createBundleSizeGate(),
  styleScopeGate,
];

/**
 * Creates the check of a promotion: all gates, the smoke test last.
 *
 * @param removablePaths  Path patterns that may lose their owner.
 */
export const createPromotionCheck = (
  { store, name, appRules }: Environment,
  removablePaths: readonly string[],
  runSmokeTest: RunSmokeTest,
): CheckComposition =>
  createGateCheck(store, [...createStandardGates(removablePaths, appRules), createSmokeTestGate(name, runSmokeTest)]);
