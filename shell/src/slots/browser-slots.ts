import type { SlotCode } from './page-slots';
import { createSlotHost, type SlotHostOptions } from './slot-host';
import { createSlotCode } from './slot-outlet';

/** Creates the code of slots in the browser. This module and what only it imports are a chunk of their own. */
export const createBrowserSlots = (options: SlotHostOptions): SlotCode => createSlotCode(createSlotHost(options));
