import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import * as v from 'valibot';
import writeFileAtomic from 'write-file-atomic';
import { getStatePath, type StateOwner } from './state-file';

const Watermark = v.object({ seq: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** The highest sequence number of HEAD that a gateway has seen, across restarts. A HEAD below it is a replay. */
export type HeadWatermark = Awaited<ReturnType<typeof loadHeadWatermark>>;

export interface HeadWatermarkOptions extends StateOwner {
  /** Receives a message when the file cannot be read or written. The gateway serves without it. */
  onError: (message: string) => void;
}

/** Loads the watermark that an earlier process has written. @see docs/decisions/0009 */
export async function loadHeadWatermark({ onError, ...owner }: HeadWatermarkOptions) {
  const file = `${getStatePath('head-watermark', owner)}.json`;
  const read = async () => {
    try {
      return v.parse(Watermark, JSON.parse(await readFile(file, 'utf8'))).seq;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return 0;
      onError(`${file} cannot be read. Until the next HEAD is seen, the gateway would accept an older one.`);
      return 0;
    }
  };
  let written = await read();
  return {
    /** Sequence number at the start of this process; 0 when no HEAD was seen before. */
    seq: written,
    file,
    /** Writes a higher sequence number; ignores a lower one. Never rejects. */
    raise: async (seq: number) => {
      if (seq <= written) return;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFileAtomic(file, JSON.stringify({ seq }));
        written = seq;
      } catch (error) {
        onError(`${file} cannot be written: ${String(error)}.`);
      }
    },
  };
}

/**
 * Formats the error of a release store whose HEAD is missing, or older than the highest one that was seen.
 *
 * @param file Path of the watermark, for a person who has created the release store again.
 */
export function formatReplayError(env: string, foundSeq: number | null, highest: number, file?: string): string {
  const message =
    foundSeq === null
      ? `${env} has no HEAD in the release store, though change ${highest} was live`
      : `${env} went back from change ${highest} to ${foundSeq}: the gateway rejects it as a replay`;
  return file ? `${message}. If the release store was created again, remove ${file}` : message;
}
