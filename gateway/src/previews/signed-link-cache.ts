import { forgetOldest } from '../http/forget-oldest';
import { withTimeout } from '../http/with-timeout';

/** Links remembered; the oldest goes first. */
const mostRemembered = 256;
/** Milliseconds until a link that was found is read again, and until one is that was not: anybody can make up an id. */
const rememberedFor = { found: 60_000, missing: 5_000 };
/** Milliseconds a request waits for one. */
const timeoutMs = 1000;

export interface SignedLinkCacheOptions<Link> {
  /** Reads a link by its id; nothing when there is none. Rejects when the store cannot be read, or it is not to be trusted. */
  read: (id: string) => Promise<Link | null>;
  /** Told when one cannot be read; it counts as none. */
  onError: (error: unknown) => void;
}

/** Looks up links that visitors have in a cookie, through a memory: a request must not cost a reading of the store. */
export function createSignedLinkCache<Link extends { expiresAt: string }>({
  read,
  onError,
}: SignedLinkCacheOptions<Link>) {
  const known = new Map<string, { link: Promise<Link | null>; until: number }>();

  const readInTime = async (id: string) => {
    try {
      return await withTimeout(read(id), timeoutMs);
    } catch (error) {
      onError(error);
      return null;
    }
  };

  const lookUp = async (id: string) => {
    // Whoever asks meanwhile waits for the same reading.
    const entry = { link: readInTime(id), until: Number.POSITIVE_INFINITY };
    known.delete(id);
    known.set(id, entry);
    forgetOldest(known, mostRemembered);
    const link = await entry.link;
    entry.until = Date.now() + (link ? rememberedFor.found : rememberedFor.missing);
    return link;
  };

  /** The link by that id; nothing when there is none, or it has expired. */
  return async (id: string): Promise<Link | null> => {
    const entry = known.get(id);
    const link = await (entry && Date.now() < entry.until ? entry.link : lookUp(id));
    return link && Date.parse(link.expiresAt) > Date.now() ? link : null;
  };
}
