import * as v from 'valibot';
import type { Environment } from '../state/environment';
import { type LinkAuthor, linkFields, readCurrentLink, writeLink } from './signed-link';

/** `staff/<id>.json`: visitors with the link count as staff until it expires, and get canaries for staff. */
export const StaffPass = v.object(linkFields);
export type StaffPass = v.InferOutput<typeof StaffPass>;

export const createStaffPass = async (environment: Environment, author: LinkAuthor): Promise<StaffPass> =>
  (await writeLink('staff', 'A staff pass', environment, author, {})).link;

export const readStaffPass = (environment: Pick<Environment, 'store' | 'name' | 'trusted'>, id: string) =>
  readCurrentLink('staff', StaffPass, environment, id);
