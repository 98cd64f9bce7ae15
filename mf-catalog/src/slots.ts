import type { FilledSlots } from '@shop/remote-contract/slots';

/** The slots this remote fills. */
export const slots = { 'screen.suggestions': { order: 100 } } as const satisfies FilledSlots;
