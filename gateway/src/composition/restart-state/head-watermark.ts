import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import * as v from 'valibot';
import { getStatePath, type Remembered } from './state-file';

const Seen = v.object({ seq: v.pipe(v.number(), v.integer(), v.minValue(0)) });

/** The highest HEAD that a gateway ever saw, over its restarts. */
export interface HeadWatermark {
  /** When this process started; 0 when none was seen. */
  seq: number;
  /** Where it is kept. */
  file: string;
  /** Keeps a higher one. Never rejects. */
  remember: (seq: number) => Promise<void>;
}

export interface HeadWatermarkOptions extends Remembered {
  /** Told when the file cannot be read or written: the gateway serves all the same. */
  onError: (sentence: string) => void;
}

/** Opens what an earlier process has kept. @see docs/decisions/0009 */
export async function loadHeadWatermark({ onError, ...remembered }: HeadWatermarkOptions): Promise<HeadWatermark> {
  const file = `${getStatePath('seen', remembered)}.json`;
  const read = async () => {
    try {
      return v.parse(Seen, JSON.parse(await readFile(file, 'utf8'))).seq;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return 0;
      onError(`${file} cannot be read: until HEAD is seen again, an older one would be accepted.`);
      return 0;
    }
  };
  let kept = await read();
  return {
    seq: kept,
    file,
    remember: async (seq) => {
      if (seq <= kept) return;
      kept = seq;
      const draft = `${file}.${randomUUID()}`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, JSON.stringify({ seq }));
        await rename(draft, file);
      } catch (error) {
        onError(`${file} cannot be written: ${String(error)}.`);
      }
    },
  };
}

/** Why a HEAD is refused that is older than one seen before. */
export function describeReplay(
  env: string,
  found: number,
  inThisProcess: number,
  seen: HeadWatermark | undefined,
): string {
  const highest = Math.max(inThisProcess, seen?.seq ?? 0);
  const refusal = `${env} went back from change ${highest} to ${found}: refused, as a replay`;
  return found >= inThisProcess ? refusal + describeNewStore(seen) : refusal;
}

/** Why a store without a HEAD is not taken for a new one. */
export function describeLoss(
  env: string,
  highest: number,
  inThisProcess: number,
  seen: HeadWatermark | undefined,
): string {
  const loss = `${env} has no HEAD in the release store, though change ${highest} was live`;
  return inThisProcess === 0 ? loss + describeNewStore(seen) : loss;
}

const describeNewStore = (seen: HeadWatermark | undefined) =>
  seen ? `. If the release store was begun anew, remove ${seen.file}` : '';
