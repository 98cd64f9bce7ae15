import { randomUUID } from 'node:crypto';
import { getVisitorSlot, visitorIdPattern } from '@shop/releases/state/canary-slots';
import type { VisitorGroup } from '@shop/remote-contract/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import { readCookie, setCookie } from '../http/cookies';
import type { AllowlistRule } from './canary-allowlist';

/** First-party cookie with a random id. Its only use is to keep a visitor in one slot. */
const visitorCookie = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;

/** What one visitor gets: the live composition, or that of one canary. */
export interface CanaryAssignment {
  /** The visitor's group: `listed` when a list gave the canary to the visitor, and without an id. */
  group: VisitorGroup;
  composition: LiveComposition;
  /** Id of the visitor's canary. Null for the live composition. */
  canary: string | null;
  /** Id of the visitor's cookie. Null without one, and while no canary runs. */
  visitorId: string | null;
  /** True for a document that differs between visitors or sets a cookie. Shared caches must not store it. */
  isPersonal: boolean;
}

/** Reads the id of the visitor's cookie. @returns Null without one. */
export function readVisitorId(request: FastifyRequest): string | null {
  const value = readCookie(request, visitorCookie) ?? '';
  return visitorIdPattern.test(value) ? value : null;
}

/**
 * Finds the canary of a visitor. Lists come before the draw, and the oldest canary of several lists is the visitor's. Without a list
 * the visitor has the canary that holds the visitor's slot.
 *
 * @param env  Name of the deployment environment.
 * @param canaries  The running canaries, oldest first. No two of them hold the same slot.
 * @param listed  Ids of the canaries that an allowlist gives to the visitor.
 */
export function selectCanary<Canary extends Pick<LiveCanary, 'id' | 'slots'>>(
  env: string,
  visitorId: string,
  canaries: readonly Canary[],
  listed: ReadonlySet<string>,
): { canary: Canary | undefined; group: VisitorGroup } {
  const granted = canaries.find(({ id }) => listed.has(id));
  if (granted) return { canary: granted, group: 'listed' };
  const slot = getVisitorSlot(env, visitorId);
  const canary = canaries.find(({ slots }) => slots.includes(slot));
  return { canary, group: canary ? 'canary' : 'control' };
}

/**
 * Assigns a visitor to the live composition or to a canary. Without a canary nothing is stored on the visitor's device.
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
  const isPersonal = canaries.length > 0;
  const unassigned = { composition: live, canary: null, isPersonal };
  if (!isPersonal) return { ...unassigned, group: 'control', visitorId: null };
  const visitorId = readVisitorId(request);
  if (!visitorId && reply) {
    setCookie(request, reply, { name: visitorCookie, value: randomUUID(), maxAgeSeconds: yearInSeconds });
  }
  // A region comes with every request, also with those of crawlers.
  const granted = canaries.filter(({ id }) => rules.has(id) && (visitorId || rules.get(id) !== 'region'));
  const listed = new Set(granted.map(({ id }) => id));
  const { canary, group } = visitorId
    ? selectCanary(live.composition.env, visitorId, canaries, listed)
    : { canary: granted[0], group: 'listed' as const };
  if (!canary) return { ...unassigned, group, visitorId };
  return { group, composition: canary.composition, canary: canary.id, visitorId, isPersonal };
}
