import { ConflictError } from '../store/errors';
import type { Canary, CanaryChanges } from './canary';

/* The console's page and the parser of the command line load this file: it imports no package. */

/** The rule that selects a canary's visitors: a percentage of all, and optionally all staff, all visitors from regions and all customers of groups. */
export type CanaryAudience = Pick<Canary, 'share' | 'staff' | 'regions' | 'groups'>;

/** Picks the audience from a canary. An empty list is omitted. */
export const pickCanaryAudience = ({ share, staff, regions = [], groups = [] }: CanaryAudience): CanaryAudience => ({
  share,
  ...(staff ? { staff } : {}),
  ...(regions.length > 0 ? { regions } : {}),
  ...(groups.length > 0 ? { groups } : {}),
});

/**
 * Compares the audience of a promotion with that of the running canary of the same composition.
 *
 * @param requested  Null: all visitors.
 * @throws When they differ: a rollout step changes the audience of a running canary. The message names the step.
 */
export function assertSameAudience(running: CanaryAudience & CanaryChanges, requested: CanaryAudience | null): void {
  const formatLists = ({ staff, regions = [], groups = [] }: CanaryAudience) =>
    JSON.stringify([staff ?? false, [...regions].sort(), [...groups].sort()]);
  const what = `This canary runs already, at ${running.share} %`;
  const app = running.releases[0]?.app ?? running.removed[0] ?? '';
  if (!requested) throw new ConflictError(`${what}: "rollout complete ${app}" gives it to everybody.`);
  if (formatLists(requested) !== formatLists(running)) {
    throw new ConflictError(
      `${what}, with another list of staff, regions or groups: halt it and begin again to change that.`,
    );
  }
  if (requested.share > running.share) {
    throw new ConflictError(`${what}: "rollout ${requested.share} ${app}" gives it to more.`);
  }
  if (requested.share < running.share)
    throw new ConflictError(`${what}, and a share only rises: halt it to begin again lower.`);
}

/** @throws When the audience is empty: 0 %, and neither staff, regions nor groups. */
export function assertAudienceNotEmpty({ share, staff, regions = [], groups = [] }: CanaryAudience): void {
  if (share > 0 || staff || regions.length > 0 || groups.length > 0) return;
  throw new ConflictError('A canary of 0 % is for staff, regions or groups: name them, or give it a share.');
}

/** States what {@link parseRegions} accepts, as the end of a message. */
export const regionsRule = 'give codes with commas, such as KA,MH';

/**
 * Normalizes the codes of regions: upper case, without duplicates.
 *
 * @returns Null when a code is not up to 16 letters, digits and hyphens.
 */
export function parseRegions(codes: readonly string[]): string[] | null {
  const regions = codes.map((code) => code.trim().toUpperCase());
  return regions.every((code) => /^[A-Z0-9-]{1,16}$/.test(code)) ? [...new Set(regions)] : null;
}

/** States what {@link parseGroups} accepts, as the end of a message. */
export const groupsRule = 'give names of groups with commas, such as beta,wholesale';

/**
 * Normalizes the names of groups of customers: lower case, without duplicates.
 *
 * @returns Null when a name is not up to 40 letters, digits, hyphens and underscores.
 */
export function parseGroups(names: readonly string[]): string[] | null {
  const groups = names.map((name) => name.trim().toLowerCase());
  return groups.every((name) => /^[a-z0-9_-]{1,40}$/.test(name)) ? [...new Set(groups)] : null;
}
