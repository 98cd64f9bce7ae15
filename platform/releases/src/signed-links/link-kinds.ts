import { maxOverrideDuration, Override } from './override';
import { Preview } from './preview';
import { StaffPass } from './staff-pass';

/** Longest lifetime of a preview and of a staff pass in milliseconds. */
const maxDuration = 30 * 86_400_000;

/** The signed links, by the folder of the release store that has them, with their longest lifetime in milliseconds. */
export const linkKinds = {
  preview: { schema: Preview, maxDuration },
  staff: { schema: StaffPass, maxDuration },
  override: { schema: Override, maxDuration: maxOverrideDuration },
};
