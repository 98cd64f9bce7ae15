import { createHash, randomBytes } from 'node:crypto';

/** Creates the id of a session or a token: 43 letters, digits, `-` and `_`. It cannot be guessed, so a fast hash protects it. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes the id of a session or a token. The database has only the hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
