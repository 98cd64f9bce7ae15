import { createHash } from 'node:crypto';
import path from 'node:path';

/** What a gateway remembers over its restarts is of one environment of one release store. */
export interface Remembered {
  /** Folder of what this process remembers. */
  dataDir: string;
  env: string;
  /** Names the release store: each has changes of its own. */
  store: string;
}

/** Where on this machine's disk something that a gateway remembers is: `…/gateway/seen-production-0123456789ab`. */
export function getStatePath(what: string, { dataDir, env, store }: Remembered): string {
  const name = createHash('sha256').update(store).digest('hex').slice(0, 12);
  return path.join(dataDir, 'gateway', `${what}-${env}-${name}`);
}
