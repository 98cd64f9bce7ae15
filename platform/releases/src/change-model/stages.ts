import { integer } from './integer';

/** Fields of a stage: a share to which a canary rises, and the time before it. */
export const stageFields = {
  /** Percentage of the visitors, 1 to 100. 100 completes the canary. */
  share: integer(1, 100),
  /** Minutes that the share before this one lasts. */
  afterMinutes: integer(1, 30 * 24 * 60),
};

/** Whether each share is above the one before. Shares of a canary only rise, so that each visitor keeps it. */
export const isRising = (shares: readonly number[]): boolean =>
  shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));
