import type { PageCounts } from '@shop/remote-contract/telemetry';

/**
 * Adds one to a counter of the page. The release is the one whose code caused an error: `mf-catalog/1.0.0-4f3a…`. The error is
 * what was thrown.
 */
export type CountEvent = (counter: keyof PageCounts, release?: string, error?: unknown) => void;
