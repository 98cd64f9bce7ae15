import { createHash, randomBytes } from 'node:crypto';
import { createRateLimiter } from '@shop/rate-limit/rate-limiter';
import { hashAccessToken, isMatchingToken, type Policy } from '@shop/releases/policy/policy';
import { LRUCache } from 'lru-cache';
import type { AuthConfig } from './auth-config';

/** Seconds until a session expires: a working day. */
const sessionSeconds = 12 * 60 * 60;
const maxSessions = 1000;
/** Failed sign-ins of all clients together: every client connects from this machine. */
const failureLimit = { points: 10, durationSeconds: 60 };
const failureKey = 'sign-in';

/** A person who is signed in. */
export interface Session {
  person: string;
  /** The current policy; null without one. */
  policy: Policy | null;
}

/** Outcome of a sign-in. */
export type SignInResult =
  | { kind: 'signed-in'; id: string; seconds: number }
  | { kind: 'wrong-token' }
  | { kind: 'rate-limited'; retryAfterSeconds: number };

export interface Sessions {
  signIn: (token: string) => Promise<SignInResult>;
  /** @returns Null when the session does not exist or has expired, or when the policy no longer has its token. */
  find: (id: string) => Promise<Session | null>;
  signOut: (id: string) => void;
}

/** The map is keyed by hashes of session ids, so that the time of a lookup reveals nothing about an id. */
const toKey = (id: string) => createHash('sha256').update(id).digest('hex');

/** Creates the sessions of the console. They live in memory: a restart signs every person out. */
export function createSessions(auth: AuthConfig): Sessions {
  const sessions = new LRUCache<string, { person: string; tokenHash: string }>({
    max: maxSessions,
    ttl: sessionSeconds * 1000,
  });
  const failures = createRateLimiter(failureLimit);

  const findOwner = async (token: string): Promise<string | null> => {
    if (auth.kind === 'local') return isMatchingToken(token, hashAccessToken(auth.token)) ? auth.person : null;
    const { people } = await auth.loadPolicy();
    // Every token is compared, so that the response time does not reveal whose token was tried.
    const owners = Object.entries(people).filter(([, person]) => person.token && isMatchingToken(token, person.token));
    return owners[0]?.[0] ?? null;
  };

  return {
    signIn: async (token) => {
      // The point is taken before the token is compared: concurrent guesses cannot exceed the limit.
      const attempt = await failures.consume(failureKey);
      if (!attempt.isAllowed) return { kind: 'rate-limited', retryAfterSeconds: attempt.retryAfterSeconds };
      const person = await findOwner(token);
      if (!person) return { kind: 'wrong-token' };
      await failures.refund(failureKey);
      const id = randomBytes(32).toString('base64url');
      sessions.set(toKey(id), { person, tokenHash: hashAccessToken(token) });
      return { kind: 'signed-in', id, seconds: sessionSeconds };
    },
    find: async (id) => {
      const session = sessions.get(toKey(id));
      if (!session) return null;
      if (auth.kind === 'local') return { person: session.person, policy: null };
      const policy = await auth.loadPolicy();
      const person = Object.hasOwn(policy.people, session.person) ? policy.people[session.person] : undefined;
      return person?.token === session.tokenHash ? { person: session.person, policy } : null;
    },
    signOut: (id) => void sessions.delete(toKey(id)),
  };
}
