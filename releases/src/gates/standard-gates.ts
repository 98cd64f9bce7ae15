import type { CheckComposition } from '../actions/run-gates';
import type { Environment } from '../state/environment';
import { createBundleSizeGate } from './bundle-size.gate';
import { contractVersionGate } from './contract-version.gate';
import { fileIntegrityGate } from './file-integrity.gate';
import { createGateCheck, type Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { createSharedDependenciesGate } from './shared-dependencies.gate';
import { createSlotsGate, type SlotRules } from './slots.gate';
import { createSmokeTestGate, type RunSmokeTest } from './smoke-test.gate';
import { styleScopeGate } from './style-scope.gate';

/** Creates the gates that only read releases, in the order of RELEASING.md. */
export const createStandardGates = (removablePaths: readonly string[] = [], slotRules?: SlotRules): Gate[] => [
  fileIntegrityGate,
  createSharedDependenciesGate(),
  contractVersionGate,
  createRouteOwnershipGate(removablePaths),
  registeredNamesGate,
  createSlotsGate(slotRules),
  createBundleSizeGate(),
  styleScopeGate,
];

/**
 * Creates the check of a promotion: all gates, the smoke test last.
 *
 * @param removablePaths  Path patterns that may lose their owner.
 */
export const createPromotionCheck = (
  { store, name, slotRules }: Environment,
  removablePaths: readonly string[],
  runSmokeTest: RunSmokeTest,
): CheckComposition =>
  createGateCheck(store, [...createStandardGates(removablePaths, slotRules), createSmokeTestGate(name, runSmokeTest)]);
