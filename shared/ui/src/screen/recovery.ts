/**
 * Event on `window`: the network answers again while a section shows a failure. A section whose code has not loaded then loads it. The
 * shell reads failed responses again.
 */
export const networkAnsweredEvent = 'shop:network-answered';

/** Mark in the timeline of the browser: a section shows a failure because its code has not loaded. The shell then watches for the network. */
export const sectionFailedMark = 'shop-section-failed';
