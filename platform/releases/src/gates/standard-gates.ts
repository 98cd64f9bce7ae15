import type { Environment, PolicyRules } from '../state/environment';
import { createBackendOriginsGate } from './backend-origins.gate';
import { bundleSizeGate } from './bundle-size.gate';
import { fileIntegrityGate } from './file-integrity.gate';
import type { Gate } from './gate';
import { createPromotionRulesGate } from './promotion-rules.gate';
import { registeredNamesGate } from './registered-names.gate';
import { createRouteOwnershipGate } from './route-ownership.gate';
import { contractVersionGate, createSharedDependenciesGate } from './shared-dependencies.gate';
import { createSlotsGate } from './slots.gate';
import { styleScopeGate } from './style-scope.gate';
import { textsGate } from './texts.gate';

/**
 * Creates every gate except the smoke test.
 *
 * @param policy  The environment, with the rules of its release policy. Absent: no rules.
 */
export const createStandardGates = (
  removablePaths: readonly string[] = [],
  policy?: { environment: Environment; rules: PolicyRules },
): Gate[] => [
  fileIntegrityGate,
  createSharedDependenciesGate(),
  contractVersionGate,
  createRouteOwnershipGate(removablePaths),
  registeredNamesGate,
  createSlotsGate(policy?.rules.slots),
  createBackendOriginsGate(policy?.rules.connect),
  createPromotionRulesGate(policy),
  bundleSizeGate,
  styleScopeGate,
  textsGate,
];
