import type { PageCounts } from '@shop/remote-contract/health';

/** Counts one more of something that a page tells. */
export type CountOne = (what: keyof PageCounts) => void;
