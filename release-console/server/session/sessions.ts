import { createHash, randomBytes } from 'node:crypto';
import { hashAccessToken, isMatchingToken } from '@shop/releases/policy/access-token';
import type { Policy } from '@shop/releases/policy/policy';

/** Milliseconds a session lasts: a working day. */
const sessionDuration = 12 * 60 * 60 * 1000;
/** Wrong tokens within a minute after which nobody signs in for the rest of it. */
const mostFailures = 10;
const minute = 60_000;

/** Who may sign in: people of a policy, or the one person at this machine. */
export type Door = { kind: 'policy'; read: () => Promise<Policy> } | { kind: 'local'; person: string; token: string };

/** Somebody who is signed in. */
export interface Session {
  person: string;
  /** The policy as it is now; null where there is none. */
  policy: Policy | null;
}

/** What an attempt to sign in came to. */
export type SignInResult = { kind: 'in'; id: string; seconds: number } | { kind: 'wrong' } | { kind: 'too-many' };

export interface Sessions {
  signIn: (token: string) => Promise<SignInResult>;
  /** @returns Null when there is no such session, it is over, or the policy no longer knows its token. */
  find: (id: string) => Promise<Session | null>;
  signOut: (id: string) => void;
}

/** Session ids are kept as hashes: what is looked up does not depend on how much of an id is right. */
const keyOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** Sessions of the console, in memory: a restart signs everybody out. @param now Unix milliseconds. */
export function createSessions(door: Door, now: () => number = Date.now): Sessions {
  const open = new Map<string, { person: string; tokenHash: string; until: number }>();
  let failures: number[] = [];

  const findOwner = async (token: string): Promise<string | null> => {
    if (door.kind === 'local') return isMatchingToken(token, hashAccessToken(door.token)) ? door.person : null;
    const { people } = await door.read();
    // All are compared, so that the time taken does not tell whose token was tried.
    const owners = Object.entries(people).filter(([, person]) => person.token && isMatchingToken(token, person.token));
    return owners[0]?.[0] ?? null;
  };

  return {
    signIn: async (token) => {
      failures = failures.filter((at) => at > now() - minute);
      if (failures.length >= mostFailures) return { kind: 'too-many' };
      const person = await findOwner(token);
      if (!person) {
        failures.push(now());
        return { kind: 'wrong' };
      }
      for (const [key, { until }] of open) if (until <= now()) open.delete(key);
      const id = randomBytes(32).toString('base64url');
      open.set(keyOf(id), { person, tokenHash: hashAccessToken(token), until: now() + sessionDuration });
      return { kind: 'in', id, seconds: sessionDuration / 1000 };
    },
    find: async (id) => {
      const session = open.get(keyOf(id));
      if (!session || session.until <= now()) return null;
      if (door.kind === 'local') return { person: session.person, policy: null };
      const policy = await door.read();
      const person = Object.hasOwn(policy.people, session.person) ? policy.people[session.person] : undefined;
      return person?.token === session.tokenHash ? { person: session.person, policy } : null;
    },
    signOut: (id) => void open.delete(keyOf(id)),
  };
}
