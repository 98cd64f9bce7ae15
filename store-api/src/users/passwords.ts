import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, two passes, one lane: the first choice of the OWASP password storage cheat sheet. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is checked when nobody has the e-mail: an unknown e-mail then takes as long as a wrong password. */
let unknownAccountHash: Promise<string> | undefined;

/** Hashes a password for storage; about 10 ms of a core. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Says whether a password fits a stored hash.
 *
 * @param storedHash Absent when the account is not known: the answer is then false, after the same work.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  unknownAccountHash ??= hashPassword('a password nobody has');
  const fits = await verify(storedHash ?? (await unknownAccountHash), password);
  return fits && storedHash !== undefined;
}
