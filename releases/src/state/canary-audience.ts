import type { Canary } from './head';

/** Who gets a canary: hundredths of the visitors and, whatever their bucket, staff and visitors from regions. */
export type CanaryAudience = Pick<Canary, 'share' | 'staff' | 'regions'>;

/** The audience alone, of whatever else is known of a canary; a list that names nobody is left out. */
export const pickCanaryAudience = ({ share, staff, regions = [] }: CanaryAudience): CanaryAudience => ({
  share,
  ...(staff ? { staff } : {}),
  ...(regions.length > 0 ? { regions } : {}),
});

/**
 * Holds a promotion to the canary of the very same composition that runs already.
 *
 * @param asked Who is to get it; null for everybody at once.
 * @throws A sentence when others than those who have it are to get it: that is a step of its rollout.
 */
export function assertSameAudience(running: CanaryAudience, asked: CanaryAudience | null): void {
  const listsOf = ({ staff, regions = [] }: CanaryAudience) => JSON.stringify([staff ?? false, [...regions].sort()]);
  const what = `This canary runs already, at ${running.share} %`;
  if (!asked) throw new Error(`${what}: "rollout complete" gives it to everybody.`);
  if (listsOf(asked) !== listsOf(running)) {
    throw new Error(`${what}, with another list of staff or regions: halt it and begin again to change that.`);
  }
  if (asked.share > running.share) throw new Error(`${what}: "rollout ${asked.share}" gives it to more.`);
  if (asked.share < running.share) throw new Error(`${what}, and a share only rises: halt it to begin again lower.`);
}

/** Refuses a canary that nobody would get. @throws A sentence. */
export function assertAudienceNotEmpty({ share, staff, regions = [] }: CanaryAudience): void {
  if (share > 0 || staff || regions.length > 0) return;
  throw new Error('A canary of 0 % is for staff or regions: name them, or give it a share.');
}

/** What to do where {@link readRegions} reads nothing, as the end of a sentence. */
export const regionsRule = 'give codes with commas, such as KA,MH';

/**
 * Codes of regions as a gateway compares them: in capitals, each once.
 *
 * @param codes As somebody typed them.
 * @returns Null when one is no code: a code is up to 16 letters, digits and hyphens.
 */
export function parseRegions(codes: readonly string[]): string[] | null {
  const regions = codes.map((code) => code.trim().toUpperCase());
  return regions.every((code) => /^[A-Z0-9-]{1,16}$/.test(code)) ? [...new Set(regions)] : null;
}
