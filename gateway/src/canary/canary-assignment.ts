import { createHash, randomUUID } from 'node:crypto';
import type { VisitorGroup } from '@shop/remote-contract/telemetry';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCanary, LiveComposition } from '../composition/composition-watcher';

/** First-party, without meaning: it only keeps a visitor in one bucket. */
const visitorCookie = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;
const visitorPattern = /^[0-9a-f-]{36}$/;

export const readCookies = ({ headers }: FastifyRequest) => parseCookie(headers.cookie ?? '');

/** Whether the shopper's own connection is encrypted, as far as this server can know. */
export const isSecure = ({ protocol, headers }: FastifyRequest) =>
  protocol === 'https' || headers['x-forwarded-proto'] === 'https';

/**
 * The bucket of a visitor in a canary: a number from 0 to below 100, to two decimals. Another salt draws other visitors,
 * and a visitor whose bucket is under a share stays under every larger one.
 */
export function getBucket(visitor: string, salt: string): number {
  const number = createHash('sha256').update(`${salt} ${visitor}`).digest().readUInt32BE();
  return (number % 10_000) / 100;
}

/** Whether a request carries a visitor's id that we gave out, or that polls like one. */
export const hasVisitorId = (request: FastifyRequest) => visitorPattern.test(readCookies(request)[visitorCookie] ?? '');

/** What of a shop a visitor gets. */
export interface CanaryAssignment {
  name: VisitorGroup;
  composition: LiveComposition;
  /** The visitor's id while a canary runs; null for one that has none. */
  visitor: string | null;
}

/**
 * Chooses between the live composition and its canary, and gives a visitor without a bucket one. Only while a canary runs
 * is anything stored on the visitor's device.
 *
 * @param isListed Whether one of the canary's lists names the visitor: then it gets the canary, whatever its bucket.
 */
export function assignVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  live: LiveComposition,
  canary: LiveCanary | null,
  isListed: boolean,
): CanaryAssignment {
  if (!canary) return { name: 'control', composition: live, visitor: null };
  const known = readCookies(request)[visitorCookie] ?? '';
  const visitor = visitorPattern.test(known) ? known : randomUUID();
  if (visitor !== known) {
    const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: yearInSeconds } as const;
    const cookie = stringifySetCookie({ name: visitorCookie, value: visitor, ...options, secure: isSecure(request) });
    void reply.header('set-cookie', cookie);
  }
  if (isListed) return { name: 'listed', composition: canary.composition, visitor };
  const isCanary = getBucket(visitor, canary.salt) < canary.share;
  return isCanary
    ? { name: 'canary', composition: canary.composition, visitor }
    : { name: 'control', composition: live, visitor };
}
