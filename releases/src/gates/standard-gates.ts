import { bytes } from './bytes.gate';
import { contract } from './contract.gate';
import type { Gate } from './gate';
import { names } from './names.gate';
import { paths } from './paths.gate';
import { sharedVersions } from './shared-versions.gate';
import { wholeFiles } from './whole-files.gate';

/** The gates every composition passes, in the order in which RELEASING.md explains them. */
export const standardGates = (removablePaths: readonly string[] = []): Gate[] => [
  wholeFiles,
  sharedVersions,
  contract,
  paths(removablePaths),
  names,
  bytes(),
];
