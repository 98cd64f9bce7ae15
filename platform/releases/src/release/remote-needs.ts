import * as v from 'valibot';
import { Release } from './release';

/** What a remote needs of its shell: the part of its release that decides whether it fits. */
export const RemoteNeeds = v.pick(Release, [
  'app',
  'version',
  'consumes',
  'federationRuntime',
  'testedFederationRuntimes',
  'contractRequired',
]);
export type RemoteNeeds = v.InferOutput<typeof RemoteNeeds>;

/** Takes what a remote needs out of the manifest of its build. @throws When the manifest is not one of a remote. */
export const parseRemoteNeeds = (manifest: unknown): RemoteNeeds => v.parse(RemoteNeeds, manifest);
