import type { CheckComposition } from '../environment/actions';
import type { Environment } from '../environment/change-head';
import { type BootComposition, boot } from './boot.gate';
import { bytes } from './bytes.gate';
import { contract } from './contract.gate';
import { checkWith, type Gate } from './gate';
import { names } from './names.gate';
import { paths } from './paths.gate';
import { sharedVersions } from './shared-versions.gate';
import { wholeFiles } from './whole-files.gate';

/** The gates that read what a composition is made of, in the order in which RELEASING.md explains them. */
export const standardGates = (removablePaths: readonly string[] = []): Gate[] => [
  wholeFiles,
  sharedVersions,
  contract,
  paths(removablePaths),
  names,
  bytes(),
];

/**
 * The check of every promotion: all gates, the boot last.
 *
 * @param removablePaths Patterns that may lose their owner, because somebody said so.
 */
export const gatesFor = (
  { store, name }: Environment,
  removablePaths: readonly string[],
  bootComposition: BootComposition,
): CheckComposition => checkWith(store, [...standardGates(removablePaths), boot(name, bootComposition)]);
