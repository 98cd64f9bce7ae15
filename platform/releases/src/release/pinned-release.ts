import * as v from 'valibot';
import { Sha256 } from '../store/document-ref';

/** A release as a composition refers to it. */
export const PinnedRelease = v.object({
  app: v.string(),
  version: v.string(),
  digest: v.string(),
  /** SHA-256 of `release.json`, in hex. The signature of the composition covers it, and `release.json` lists the hash of every file. */
  sha256: v.exactOptional(Sha256),
});
export type PinnedRelease = v.InferOutput<typeof PinnedRelease>;
