import { createHash, randomUUID } from 'node:crypto';
import { findDrawChange, maxCanariesPerVisitor, selectCanaries } from '@shop/releases/state/canary';
import type { VisitorGroup } from '@shop/remote-contract/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import { readCookie, setCookie } from '../http/cookies';

/** First-party cookie with a random id. Its only use is to keep a visitor in one bucket. */
const visitorCookie = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;
const visitorIdPattern = /^[0-9a-f-]{36}$/;

/** The group of a visitor in the comparison of one canary. */
export interface ComparedGroup {
  canary: string;
  group: 'control' | 'canary';
}

/** What one visitor gets: the live composition, with one canary or with two. */
export interface CanaryAssignment {
  /** The group that the visitor's charts count for: `listed` when a list gave one of the canaries to the visitor. */
  group: VisitorGroup;
  composition: LiveComposition;
  compared: readonly ComparedGroup[];
  /** Id of the visitor's cookie; null while no canary runs, because the gateway then gives out no cookie. */
  visitorId: string | null;
}

/** Computes a visitor's bucket for a salt: 0 to 99.99 in steps of 0.01. */
function getBucket(visitorId: string, salt: string): number {
  const number = createHash('sha256').update(`${salt} ${visitorId}`).digest().readUInt32BE();
  return (number % 10_000) / 100;
}

/**
 * Decides by chance whether a visitor is drawn for a canary. The decision depends on the arguments alone: a visitor who is drawn
 * stays so when the share rises, and another salt draws other visitors.
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

/** A canary as the assignment of visitors sees it. */
type AssignedCanary = Pick<LiveCanary, 'id' | 'salt' | 'share' | 'steps'>;

/** The canaries that a visitor gets, and what the visitor counts for. */
interface Draw<Canary> {
  selected: Canary[];
  group: VisitorGroup;
  compared: ComparedGroup[];
}

/**
 * Draws a visitor for each canary independently, by the canary's own salt. A visitor who is drawn for more than two keeps the
 * two that were drawn first.
 *
 * A visitor counts for the comparison of a canary when at most one other canary was drawn for them. This condition does not
 * depend on the canary's own draw, so both groups of its comparison have the same mixture of other canaries. Visitors whom
 * a list gives the canary do not count for it.
 *
 * @param canaries The running canaries, oldest first.
 * @param listed Ids of the canaries that an allowlist gives to the visitor. They count as drawn at the start of the canary.
 */
export function drawCanaries<Canary extends AssignedCanary>(
  visitorId: string,
  canaries: readonly Canary[],
  listed: ReadonlySet<string>,
): Draw<Canary> {
  const drawn = new Set(canaries.filter((canary) => listed.has(canary.id) || isInCanaryShare(visitorId, canary)));
  const selected = selectCanaries(canaries, (canary) => {
    if (listed.has(canary.id)) return canary.steps[0]?.change ?? 0;
    return findDrawChange(getBucket(visitorId, canary.salt), canary);
  });
  const compared = canaries.flatMap((canary): ComparedGroup[] => {
    const others = drawn.size - (drawn.has(canary) ? 1 : 0);
    if (listed.has(canary.id) || others >= maxCanariesPerVisitor) return [];
    return [{ canary: canary.id, group: drawn.has(canary) ? 'canary' : 'control' }];
  });
  const isListed = selected.some(({ id }) => listed.has(id));
  return { selected, group: isListed ? 'listed' : selected.length > 0 ? 'canary' : 'control', compared };
}

/**
 * Assigns a visitor to the live composition or to one with canaries. While a canary runs, a visitor without an id gets one in a
 * cookie. Without a canary nothing is stored on the visitor's device.
 *
 * @param listed Ids of the canaries whose allowlists name the visitor.
 */
export function assignVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  live: LiveComposition,
  canaries: readonly LiveCanary[],
  listed: ReadonlySet<string>,
): CanaryAssignment {
  if (canaries.length === 0) return { group: 'control', composition: live, visitorId: null, compared: [] };
  const knownId = readVisitorId(request);
  const visitorId = knownId ?? randomUUID();
  if (!knownId) setCookie(request, reply, { name: visitorCookie, value: visitorId, maxAgeSeconds: yearInSeconds });
  const { selected, ...draw } = drawCanaries(visitorId, canaries, listed);
  const [first, second] = selected;
  const composition = (second ? first?.pairs.get(second.id) : first?.composition) ?? live;
  return { ...draw, composition, visitorId };
}
