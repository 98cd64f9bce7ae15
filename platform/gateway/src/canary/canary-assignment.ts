import { createHash, randomUUID } from 'node:crypto';
import { findDrawChange, selectCanaries } from '@shop/releases/state/canary';
import { maxCanariesPerVisitor } from '@shop/releases/state/canary-limits';
import type { VisitorGroup } from '@shop/remote-contract/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import { readCookie, setCookie } from '../http/cookies';
import type { AllowlistRule } from './canary-allowlist';

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
  /** The visitor's group: `listed` when a list gave one of the canaries to the visitor, and without an id. */
  group: VisitorGroup;
  composition: LiveComposition;
  compared: readonly ComparedGroup[];
  /** Id of the visitor's cookie. Null without one, and while no canary runs. */
  visitorId: string | null;
  /** True for a document that differs between visitors or sets a cookie. Shared caches must not store it. */
  isPersonal: boolean;
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
 * Assigns a visitor to the live composition or to one with canaries. Without a canary nothing is stored on the visitor's device.
 *
 * A visitor without an id has the live composition, and the reply sets the cookie with an id. The draw begins with the request that
 * returns the cookie. A browser without cookies and a crawler therefore see released versions only, and no version changes
 * between two of their requests. Only a pass or a token of the visitor gives a canary without the cookie.
 *
 * @param reply Receives the cookie of a visitor without an id. Absent for a request that is not a document.
 * @param rules The rules that give canaries to the visitor, by canary id.
 */
export function assignVisitor(
  request: FastifyRequest,
  reply: FastifyReply | undefined,
  live: LiveComposition,
  canaries: readonly LiveCanary[],
  rules: ReadonlyMap<string, AllowlistRule>,
): CanaryAssignment {
  const visitorId = readVisitorId(request);
  const isPersonal = canaries.length > 0;
  if (!isPersonal) return { group: 'control', composition: live, visitorId: null, compared: [], isPersonal };
  if (!visitorId && reply) {
    setCookie(request, reply, { name: visitorCookie, value: randomUUID(), maxAgeSeconds: yearInSeconds });
  }
  // A region comes with every request, also with those of crawlers.
  const granted = canaries.filter(({ id }) => rules.has(id) && (visitorId || rules.get(id) !== 'region'));
  const listed = new Set(granted.map(({ id }) => id));
  const { selected, ...draw } = drawCanaries(visitorId ?? '', visitorId ? canaries : granted, listed);
  const [first, second] = selected;
  // Without a composition of both, which is not loaded yet, the older canary was there first.
  const composition = (second && first?.pairs.get(second.id)) ?? first?.composition ?? live;
  const group = visitorId ? draw.group : 'listed';
  return { ...draw, group, composition, visitorId, isPersonal };
}
