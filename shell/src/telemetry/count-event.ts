import type { PageCounts } from '@shop/remote-contract/telemetry';

/** Adds one to a counter of the page. */
export type CountEvent = (counter: keyof PageCounts) => void;
