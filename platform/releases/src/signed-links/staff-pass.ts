import * as v from 'valibot';
import type { Environment } from '../state/environment';
import { isCurrentLink, type LinkAuthor, linkFields, readLink, writeLink } from './signed-link';

/** `staff/<id>.json`: visitors with the link count as staff until it expires, and get canaries for staff. */
export const StaffPass = v.object(linkFields);
export type StaffPass = v.InferOutput<typeof StaffPass>;

export const createStaffPass = async (environment: Environment, author: LinkAuthor): Promise<StaffPass> =>
  (await writeLink('staff', 'A staff pass', environment, author, {})).link;

/**
 * Reads a staff pass of an environment.
 *
 * @returns Null when there is none with that id, or it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it.
 */
export async function readStaffPass(
  { name, ...reader }: Pick<Environment, 'store' | 'name' | 'trusted'>,
  id: string,
): Promise<StaffPass | null> {
  const pass = await readLink('staff', StaffPass, reader, id);
  return pass && isCurrentLink(pass, name, id) ? pass : null;
}
