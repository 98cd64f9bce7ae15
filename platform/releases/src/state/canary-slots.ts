import { createHash } from 'node:crypto';
import type { Canary } from './canary';

/** Slots of an environment. A visitor has one of them, and each percent of a share is one. */
const slotCount = 100;

const getNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** The random id of a visitor's cookie `visitor`. */
export const visitorIdPattern = /^[0-9a-f-]{36}$/;

/**
 * Computes the slot of a visitor: 0 to 99. The environment is part of the hash, so a visitor has another slot in each one.
 *
 * @param visitorId  The random id of the visitor's cookie.
 */
export const getVisitorSlot = (env: string, visitorId: string): number => getNumber(`${env} ${visitorId}`) % slotCount;

/**
 * Names a visitor in an error report without the id: the slot in the environment, by which a canary was the visitor's, and eight
 * hex digits that tell the visitors of a slot apart. The id does not follow from it.
 *
 * @example getVisitorReference('production', visitorId) // '37-1a2b3c4d'
 */
export const getVisitorReference = (env: string, visitorId: string): string => {
  const hash = createHash('sha256').update(`reference ${env} ${visitorId}`).digest('hex');
  return `${getVisitorSlot(env, visitorId)}-${hash.slice(0, 8)}`;
};

/** What {@link getVisitorReference} returns. */
export const visitorReferencePattern = /^\d{1,2}-[0-9a-f]{8}$/;

/** Finds the slot of a visitor. @param visitor  The id, or the reference of an error report of the environment. */
export const findVisitorSlot = (env: string, visitor: string): number =>
  visitorReferencePattern.test(visitor) ? Number.parseInt(visitor, 10) : getVisitorSlot(env, visitor);

/**
 * Gives each canary as many slots as its share. A canary keeps the slots that it holds, and the rest are free ones. Its random id
 * decides which, so that not the same visitors get every canary. The result depends on the arguments alone.
 *
 * @param canaries  The running canaries, oldest first.
 * @param getHeld  Returns the slots that a canary holds already.
 * @returns Each canary with its slots, in rising sequence. They are fewer than its share when not enough are free.
 */
export function assignSlots<Owner extends Pick<Canary, 'id' | 'share'>>(
  canaries: readonly Owner[],
  getHeld: (canary: Owner) => readonly number[],
): (Owner & { slots: number[] })[] {
  const taken = new Set(canaries.flatMap(getHeld));
  return canaries.map((canary) => {
    const held = getHeld(canary);
    const added = Array.from({ length: slotCount }, (_, slot) => ({ slot, rank: getNumber(`${canary.id} ${slot}`) }))
      .filter(({ slot }) => !taken.has(slot))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, Math.max(0, canary.share - held.length))
      .map(({ slot }) => slot);
    for (const slot of added) taken.add(slot);
    return { ...canary, slots: [...held, ...added].sort((a, b) => a - b) };
  });
}
