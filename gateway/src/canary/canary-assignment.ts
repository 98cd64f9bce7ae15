import { createHash, randomUUID } from 'node:crypto';
import type { VisitorGroup } from '@shop/remote-contract/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import { readCookie, setCookie } from '../http/cookies';

/** First-party cookie with a random id. Its only use is to keep a visitor in one bucket. */
const visitorCookie = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;
const visitorIdPattern = /^[0-9a-f-]{36}$/;

/** What one visitor gets: the live composition or its canary. */
export interface CanaryAssignment {
  /** The group that the visitor's telemetry counts for. */
  group: VisitorGroup;
  composition: LiveComposition;
  /** Id of the visitor's cookie; null while no canary runs, because the gateway then gives out no cookie. */
  visitorId: string | null;
}

/** Computes a visitor's bucket for a salt: 0 to 99.99 in steps of 0.01. */
function getBucket(visitorId: string, salt: string): number {
  const number = createHash('sha256').update(`${salt} ${visitorId}`).digest().readUInt32BE();
  return (number % 10_000) / 100;
}

/**
 * Decides by chance whether a visitor belongs to a canary. The decision depends on the arguments alone: a visitor who is in
 * the canary stays in it when the share rises, and another salt draws other visitors.
 *
 * @param canary `share` is a percentage, 0 to 100.
 * @example isInCanaryShare('0b0e4b4e-…', { salt: 'mf-catalog 1.3.0', share: 10 }) // false
 */
export const isInCanaryShare = (visitorId: string, { salt, share }: Pick<LiveCanary, 'salt' | 'share'>): boolean =>
  getBucket(visitorId, salt) < share;

function readVisitorId(request: FastifyRequest): string | null {
  const value = readCookie(request, visitorCookie) ?? '';
  return visitorIdPattern.test(value) ? value : null;
}

/** Reports whether a request carries a visitor id in the format that the gateway gives out. */
export const hasVisitorId = (request: FastifyRequest): boolean => readVisitorId(request) !== null;

/**
 * Assigns a visitor to the live composition or to its canary. While a canary runs, a visitor without an id gets one in a
 * cookie. Without a canary nothing is stored on the visitor's device.
 *
 * @param isAllowlisted True for a visitor of the canary's allowlist, who gets the canary whatever the bucket.
 */
export function assignVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  live: LiveComposition,
  canary: LiveCanary | null,
  isAllowlisted: boolean,
): CanaryAssignment {
  if (!canary) return { group: 'control', composition: live, visitorId: null };
  const knownId = readVisitorId(request);
  const visitorId = knownId ?? randomUUID();
  if (!knownId) setCookie(request, reply, { name: visitorCookie, value: visitorId, maxAgeSeconds: yearInSeconds });
  if (isAllowlisted) return { group: 'listed', composition: canary.composition, visitorId };
  return isInCanaryShare(visitorId, canary)
    ? { group: 'canary', composition: canary.composition, visitorId }
    : { group: 'control', composition: live, visitorId };
}
