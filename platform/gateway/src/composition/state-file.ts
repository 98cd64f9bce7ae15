import { createHash } from 'node:crypto';
import path from 'node:path';

/** Identifies the state that a gateway keeps on disk for its next start. Each environment and release store has its own. */
export interface StateOwner {
  dataDir: string;
  env: string;
  /** Name of the release store: sequence numbers of two stores are unrelated. */
  store: string;
}

/** Returns the path of a piece of state, such as `<dataDir>/gateway/head-watermark-production-0123456789ab`. */
export function getStatePath(kind: string, { dataDir, env, store }: StateOwner): string {
  const storeHash = createHash('sha256').update(store).digest('hex').slice(0, 12);
  return path.join(dataDir, 'gateway', `${kind}-${env}-${storeHash}`);
}
