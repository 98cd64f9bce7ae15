import type { PageCounts } from '@shop/remote-contract/telemetry';

/** Counts one more of something that a page tells. */
export type CountEvent = (what: keyof PageCounts) => void;
