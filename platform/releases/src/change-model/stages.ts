import * as v from 'valibot';
import { integer, isoTime } from './value-schemas';

/** Stages of one plan at most, after the first share. */
export const maxStages = 20;

/** Fields of a stage: a share to which a canary rises, and what it waits for. */
export const stageFields = {
  /** Percentage of the visitors, 1 to 100. 100 completes the canary. */
  share: integer(1, 100),
  /** Minutes that the share before this one lasts. */
  afterMinutes: integer(1, 30 * 24 * 60),
  /** The service does not raise the canary to this share: a person continues the stages. */
  waitsForPerson: v.exactOptional(v.literal(true)),
  /** The service does not raise the canary before this time, an ISO date and time with its offset. */
  notBefore: v.exactOptional(isoTime('give a date and time with its offset, such as 2026-11-28T09:00:00+05:30')),
};

/** Whether each share is above the one before. Shares of a canary only rise, so that each visitor keeps it. */
export const isRising = (shares: readonly number[]): boolean =>
  shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));

/** What a stage waits for beside its time. */
interface StageConditions {
  waitsForPerson?: true;
  notBefore?: string;
}

/** Formats an ISO date and time, or Unix milliseconds: `2026-11-28 09:00 UTC`. */
export const formatUtc = (time: string | number): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Formats what a stage waits for beside its time: ` and not before 2026-11-28 09:00 UTC when a person continues`.
 *
 * @param formatTime  Formats an ISO date and time. Default: in UTC.
 */
export const formatConditions = (
  { waitsForPerson, notBefore }: StageConditions,
  formatTime: (time: string) => string = formatUtc,
): string =>
  `${notBefore ? ` and not before ${formatTime(notBefore)}` : ''}${waitsForPerson ? ' when a person continues' : ''}`;
