import * as v from 'valibot';
import { type AuditLogEntry, readAuditLog } from '../state/audit-log';
import { Canary } from '../state/canary';
import { pickCanaryAudience } from '../state/canary-audience';
import { assignSlots, findVisitorSlot } from '../state/canary-slots';
import { AppChange, Apps, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment } from '../state/environment';
import { readHead } from '../state/head';
import type { DocumentRef } from '../store/document-ref';
import { Count } from '../store/schemas';
import { formatRecord, readRecord } from './read-history';

/** What visitors had at a time. */
export const StateAt = v.object({
  /** The newest change at that time. */
  change: v.object({ seq: Count, at: v.string(), by: v.string(), text: v.string(), reason: v.string() }),
  composition: Apps,
  /** Running canaries, oldest first, with their differences from the live composition. */
  canaries: v.array(
    v.object({
      ...v.pick(Canary, ['id', 'share', 'staff', 'regions', 'groups', 'owner']).entries,
      apps: v.array(v.string()),
      changes: v.array(AppChange),
    }),
  ),
  /** What the visitor had by the shares of the canaries. `canary` is null for the live composition. Absent: no visitor was named. */
  visitor: v.exactOptional(v.object({ canary: v.nullable(v.string()) })),
});
export type StateAt = v.InferOutput<typeof StateAt>;

/** Finds the newest change at a time. @param time  Unix milliseconds. @returns Null: the first change came later. */
export async function findChangeAt({ store, name, trusted }: Environment, time: number): Promise<DocumentRef | null> {
  const { head } = (await readHead(store, name, trusted)) ?? {};
  if (!head) return null;
  let ref: DocumentRef | null = head.log;
  for await (const entry of readAuditLog(store, head.log, trusted)) {
    if (Date.parse(entry.at) <= time) break;
    ref = entry.previous;
  }
  return ref;
}

/**
 * Finds the canary whose share had a visitor. The log has no slots: they are computed from the changes since the last one without a
 * canary, as the signer computed them.
 */
async function findCanaryOfVisitor({ store, name, trusted }: Environment, ref: DocumentRef, visitor: string) {
  const entries: AuditLogEntry[] = [];
  for await (const entry of readAuditLog(store, ref, trusted)) {
    if (entry.canaries.length === 0) break;
    entries.unshift(entry);
  }
  let held = new Map<string, number[]>();
  for (const { canaries } of entries) {
    const assigned = assignSlots(canaries, ({ id }) => held.get(id) ?? []);
    held = new Map(assigned.map(({ id, slots }) => [id, slots]));
  }
  const slot = findVisitorSlot(name, visitor);
  return [...held].find(([, slots]) => slots.includes(slot))?.[0] ?? null;
}

/**
 * Reads what visitors had after a change.
 *
 * @param ref  The entry of the change, see {@link findChangeAt}.
 * @param visitor  The id of a visitor's cookie, or the visitor of an error report.
 * @throws {CorruptDocumentError} At a document that is missing or was changed.
 */
export async function readStateAt(environment: Environment, ref: DocumentRef, visitor?: string): Promise<StateAt> {
  const { store, trusted } = environment;
  const record = await readRecord(environment, ref);
  const { entry, live } = record;
  const canaries = await Promise.all(
    entry.canaries.map(async ({ id, apps, owner, composition, ...canary }) => ({
      id,
      apps,
      owner,
      ...pickCanaryAudience(canary),
      changes: compareCompositions(live, await readComposition(store, composition, trusted)),
    })),
  );
  const { seq, at, by, reason } = entry;
  return {
    change: { seq, at, by, reason, text: formatRecord(record) },
    composition: live,
    canaries,
    ...(visitor === undefined ? {} : { visitor: { canary: await findCanaryOfVisitor(environment, ref, visitor) } }),
  };
}

/** Formats what a visitor had: `It had the canary of mf-a, by its share.` */
export function formatVisitor({ canaries, visitor }: StateAt): string {
  const canary = canaries.find(({ id }) => id === visitor?.canary);
  const lists = canaries.filter(({ staff, regions, groups }) => staff || regions || groups);
  const had = canary ? `the canary of ${canary.apps.join(' and ')}` : 'the live versions';
  const unless =
    lists.length > 0
      ? `, unless a list gave it the canary of ${lists.map(({ apps }) => apps.join(' and ')).join(' or ')}`
      : '';
  return `This visitor had ${had}${unless}.`;
}
