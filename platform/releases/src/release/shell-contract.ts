import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import { Release } from './release';

/** Address at which a gateway serves the contract of its live shell. */
export const shellContractPath = '/-/shell-contract';

/**
 * What a shell offers to remotes: the part of its release that decides whether a remote fits. It names modules and versions of
 * scripts that every browser gets, and nothing else of the release.
 */
export const ShellContract = v.pick(Release, [
  'app',
  'version',
  'provides',
  'federationRuntime',
  'testedFederationRuntimes',
  'contractProvided',
]);
export type ShellContract = v.InferOutput<typeof ShellContract>;

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

export const getShellContract = (shell: Release): ShellContract => v.parse(ShellContract, shell);

/** Parses the response of a gateway. @throws {CorruptDocumentError} The message names the first invalid field. */
export const parseShellContract = (bytes: Uint8Array, where: string): ShellContract =>
  parseJson(ShellContract, bytes, where);
