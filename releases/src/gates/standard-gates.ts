import type { CheckComposition } from '../actions/run-gates';
import type { Environment } from '../state/environment';
import { createBundleSizeGate } from './bundle-size.gate';
import { contractVersionGate } from './contract-version.gate';
import { fileIntegrityGate } from './file-integrity.gate';
import { createGateCheck, type Gate } from './gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { sharedDependenciesGate } from './shared-dependencies.gate';
import { createSmokeTestGate, type RunSmokeTest } from './smoke-test.gate';

/** The gates that read what a composition is made of, in the order in which RELEASING.md explains them. */
export const createStandardGates = (removablePaths: readonly string[] = []): Gate[] => [
  fileIntegrityGate,
  sharedDependenciesGate,
  contractVersionGate,
  createRouteOwnershipGate(removablePaths),
  registeredNamesGate,
  createBundleSizeGate(),
];

/**
 * The check of every promotion: all gates, the smoke test last.
 *
 * @param removablePaths Patterns that may lose their owner, because somebody said so.
 */
export const createPromotionCheck = (
  { store, name }: Environment,
  removablePaths: readonly string[],
  runSmokeTest: RunSmokeTest,
): CheckComposition =>
  createGateCheck(store, [...createStandardGates(removablePaths), createSmokeTestGate(name, runSmokeTest)]);
