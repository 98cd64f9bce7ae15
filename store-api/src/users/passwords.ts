import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane, as the OWASP password storage cheat sheet recommends. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash for unknown accounts, so that the response time does not reveal whether an e-mail has an account. */
let unknownAccountHash: Promise<string> | undefined;

/** Unicode has several forms of letters such as é and ज़. The keyboard of the device decides which one a password has. */
const normalize = (password: string) => password.normalize('NFC');

/** Hashes a password for storage. It takes about 10 ms of CPU time. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

/**
 * Verifies a password against a stored hash.
 *
 * @param storedHash Absent when the account is unknown. The result is then false after the same amount of work.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  unknownAccountHash ??= hashPassword('a password of no account');
  const comparedHash = storedHash ?? (await unknownAccountHash);
  const normalized = normalize(password);
  let isMatch = await verify(comparedHash, normalized);
  // Earlier releases hashed the text as typed. The amount of work depends on the password only.
  if (normalized !== password) isMatch = (await verify(comparedHash, password)) || isMatch;
  return isMatch && storedHash !== undefined;
}
