import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { verifyDocument } from '../signing/signed-document';
import type { Environment } from '../state/environment';

/** `staff/<id>.json`: visitors with the link count as staff until it expires, and get canaries for staff. */
export const StaffPass = v.object({
  schema: v.literal(1),
  id: v.string(),
  env: v.string(),
  /** ISO date and time at which the pass expires. */
  expiresAt: v.string(),
  by: v.string(),
});
export type StaffPass = v.InferOutput<typeof StaffPass>;

const passKey = (id: string) => `staff/${id}.json`;
const idPattern = /^[0-9a-f-]{36}$/;

/**
 * Signs and writes a staff pass.
 *
 * @param duration  Lifetime of the pass in milliseconds.
 */
export async function createStaffPass(
  { store, name, signer }: Environment,
  { by, duration }: { by: string; duration: number },
): Promise<StaffPass> {
  if (!signer) throw new Error('A staff pass is signed, and there is no signer here.');
  const expiresAt = new Date(Date.now() + duration).toISOString();
  const pass: StaffPass = { schema: 1, id: randomUUID(), env: name, expiresAt, by };
  const { key, text } = await signer.signLink({ kind: 'staff', document: pass });
  await store.putIfAbsent(key, Buffer.from(text));
  return pass;
}

/**
 * Reads a staff pass of an environment.
 *
 * @returns Null when there is none with that id, or it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it.
 */
export async function readStaffPass(
  { store, name, trusted }: Pick<Environment, 'store' | 'name' | 'trusted'>,
  id: string,
): Promise<StaffPass | null> {
  if (!idPattern.test(id)) return null;
  const stored = await store.get(passKey(id));
  if (!stored) return null;
  const pass = verifyDocument('staff', StaffPass, stored.bytes, passKey(id), trusted);
  const isCurrent = pass.env === name && pass.id === id && Date.parse(pass.expiresAt) > Date.now();
  return isCurrent ? pass : null;
}
