import * as v from 'valibot';
import { CanaryPlan } from '../canary-plan';
import { defineKind } from '../define-kind';
import { app, common, isForced, parseReleaseRef, type ReleaseRef, releaseRef } from '../fields';
import { formatApps, formatAudience, formatReleases, formatThen } from '../words';

/** A path of the shop. */
export const livePath = v.pipe(v.string(), v.regex(/^\/\S*$/, 'give a path, such as /old'));

/** The composition that a promotion creates: releases, and removed apps and paths. */
export const selection = {
  releases: v.pipe(v.array(releaseRef), v.maxLength(32)),
  removedApps: v.optional(v.array(app), []),
  /** Live paths that may lose their owner. */
  removedPaths: v.optional(v.array(livePath), []),
};

/** Lists the apps of a selection. */
export const listSelectedApps = (selected: { releases: ReleaseRef[]; removedApps: readonly string[] }): string[] => [
  ...selected.releases.map((ref) => parseReleaseRef(ref).app),
  ...selected.removedApps,
];

export const promote = defineKind({
  schema: v.strictObject({
    kind: v.literal('promote'),
    ...common,
    ...selection,
    /** Null for every visitor at once. */
    canary: v.optional(v.nullable(CanaryPlan), null),
    isForced,
  }),
  actions: {
    promote: {
      label: 'Promoted',
      format: ({ changes }) => `promoted ${formatReleases(changes) || 'releases'} to every visitor`,
      undoneBy: 'rollback',
    },
    canary: {
      label: 'Canary started',
      format: ({ changes, canary }) =>
        `promoted ${formatReleases(changes) || 'releases'} to ${formatAudience(canary ?? {}) || 'a canary'}${formatThen(canary?.stages)}`,
      isOfCanary: true,
      undoneBy: 'halt',
    },
  },
  permission: 'promote',
  listApps: listSelectedApps,
  waitsForPeople: true,
  waitsForTime: true,
  reason: 'requested',
  summary: 'Promote releases, for every visitor or as a canary',
  command: 'promote',
  examples: [
    'promote mf-catalog@1.2.0 --canary 10 --reason "faster lists"',
    'promote mf-catalog@1.2.0 --stages 5%/15m,25%/1h,100%',
    'promote mf-catalog@1.2.0 --stages 5%/15m/person,50%/1h/2026-11-28T09:00+05:30,100%',
    'promote mf-catalog@1.2.0 --canary 0 --staff --regions KA,MH',
    'promote mf-catalog@1.2.0 --canary 0 --groups beta,wholesale',
    'promote mf-catalog --from staging',
    'promote shell@2.0.0 mf-catalog@1.2.0',
  ],
  format: ({ releases, removedApps, canary }) => {
    const promoted = releases.map(parseReleaseRef).map((release) => `${release.app} ${release.version}`);
    const what = formatApps([...promoted, ...removedApps.map((name) => `${name} (removed)`)]);
    return `Promote ${what} to ${canary ? formatAudience(canary) : 'every visitor'}${formatThen(canary?.stages)}`;
  },
});
