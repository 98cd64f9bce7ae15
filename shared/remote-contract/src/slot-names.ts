import type { LinkSlotName, SlotName } from './slots';

// Records, so that the compiler rejects a missing name. Builds and gates need the lists; pages do not load them.
const slots: Record<SlotName, true> = {
  'product.below': true,
  'cart.summary': true,
  'home.section': true,
  'screen.suggestions': true,
};
const linkSlots: Record<LinkSlotName, true> = {
  'header.navigation': true,
  'footer.links': true,
  'account.navigation': true,
};

/** Names of the slots that components fill. */
export const slotNames = Object.keys(slots) as readonly SlotName[];

/** Names of the slots that hold links. */
export const linkSlotNames = Object.keys(linkSlots) as readonly LinkSlotName[];

/** Longest text of a link, in characters. The header has space for one short word or two. */
export const maxLinkTextLength = 24;

/** Highest order of a filler or link. */
export const maxSlotOrder = 999;
