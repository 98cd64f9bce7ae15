import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import {
  auditActions,
  type Change,
  Change as ChangeSchema,
  formatChange,
  formatLogged,
  getReasonRule,
  kindNames,
  kinds,
  listNeeds,
  logActions,
  readChange,
} from './changes';

const common = { env: 'production', reason: 'sale' };
const canaries = [{ id: '0f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10', apps: ['mf-a'] }];
const promotion = readChange('promote', { ...common, releases: ['mf-a@1.1.0', 'mf-b@2.0.0'], removedApps: ['mf-c'] });

test('lists the permissions and the apps of a change, and null where they follow from a later state', () => {
  expect(listNeeds(promotion, null)).toEqual({ permissions: ['promote'], apps: ['mf-a', 'mf-b', 'mf-c'] });
  const rollout = readChange('rollout', { ...common, share: 50, isForced: true });
  expect(listNeeds(rollout, { canaries })).toEqual({ permissions: ['promote', 'force'], apps: ['mf-a'] });
  expect(listNeeds(rollout, null).apps).toBeNull();
  expect(listNeeds(rollout, { canaries: [] }).apps).toBeNull();
  expect(listNeeds(readChange('rollback', common), null)).toEqual({ permissions: ['rollback'], apps: null });
  expect(listNeeds(readChange('lock', { ...common, app: '*' }), null).apps).toEqual(['*']);
});

test.each([
  [promotion, null, 'Promote mf-a 1.1.0, mf-b 2.0.0, and mf-c (removed) to every visitor'],
  [
    readChange('promote', {
      ...common,
      releases: ['mf-a@1.1.0'],
      canary: { share: 10, staff: true, stages: [{ share: 50, afterMinutes: 90 }] },
    }),
    null,
    'Promote mf-a 1.1.0 to 10 % of the visitors and staff, then 50 % after 90 minutes',
  ],
  [
    readChange('promote', {
      ...common,
      releases: ['mf-a@1.1.0'],
      canary: {
        share: 10,
        stages: [
          { share: 50, afterMinutes: 60, waitsForPerson: true },
          { share: 100, afterMinutes: 60, notBefore: '2026-11-28T09:00:00+05:30' },
        ],
      },
    }),
    null,
    'Promote mf-a 1.1.0 to 10 % of the visitors, then 50 % after 1 hour when a person continues, then 100 % after 1 hour and not before 2026-11-28 03:30 UTC',
  ],
  [readChange('rollout', { ...common, share: 'complete' }), ['mf-a'], 'Complete the canary of mf-a for every visitor'],
  [readChange('rollout', { ...common, share: 25 }), null, 'Raise the canary to 25 % of the visitors'],
  [readChange('rollback', { ...common, to: 3 }), null, 'Roll back to change 3'],
  [readChange('rollback', { ...common, app: 'mf-a', to: 3 }), null, 'Roll back mf-a to change 3'],
  [readChange('lock', { ...common, app: '*' }), null, 'Lock all apps'],
] satisfies [Change, string[] | null, string][])('formats a change for people (%#)', (change, apps, text) => {
  expect(formatChange(change, apps)).toBe(text);
});

test('formats what a person did', () => {
  const [before, after] = ['1.0.0', '1.1.0'].map((version) => ({ app: 'mf-a', version, digest: 'ba9876543210' }));
  const changes = [{ app: 'mf-a', before: before ?? null, after: after ?? null }];
  const canary = { apps: ['mf-a'], share: 10 };
  expect(formatLogged('promote', { changes, canary: null })).toBe('promoted mf-a 1.1.0 to every visitor');
  expect(formatLogged('canary', { changes, canary })).toBe('promoted mf-a 1.1.0 to 10 % of the visitors');
  const stages = [{ share: 50, afterMinutes: 60, waitsForPerson: true as const }];
  expect(formatLogged('rollout', { changes: [], canary: { ...canary, stages } })).toBe(
    'raised the canary of mf-a to 10 % of the visitors, then 50 % after 1 hour when a person continues',
  );
  expect(formatLogged('rollout', { changes: [], canary })).toBe('raised the canary of mf-a to 10 % of the visitors');
  expect(formatLogged('unlock', { changes: [], canary: null, app: '*' })).toBe('unlocked all apps');
  // Entries of early versions name neither the canary nor the app.
  for (const action of auditActions) {
    expect(formatLogged(action, { changes: [], canary: null })).toMatch(/^[a-z][a-z ]+[a-z]/i);
  }
});

test('asks for the reason of a completion and of each override', () => {
  const ruleOf = (share: number | 'complete', isForced: boolean) =>
    getReasonRule(readChange('rollout', { ...common, share, isForced }));
  expect([ruleOf(50, false), ruleOf(50, true), ruleOf('complete', false)]).toEqual([
    'optional',
    'required',
    'required',
  ]);
});

test('each kind is read by its name alone, and each undo is a kind', () => {
  for (const kind of kindNames) expect(kinds[kind].schema.entries.kind.literal).toBe(kind);
  for (const { undoneBy } of Object.values(logActions)) if (undoneBy) expect(kindNames).toContain(undoneBy);
});

test.each([
  [{ share: 10, stages: [{ share: 10, afterMinutes: 5 }] }, 'give rising shares, above that of the canary'],
  [
    {
      share: 10,
      stages: [
        { share: 50, afterMinutes: 5 },
        { share: 40, afterMinutes: 5 },
      ],
    },
    'give rising shares, above that of the canary',
  ],
  [
    { share: 10, stages: [{ share: 50, afterMinutes: 5, notBefore: '2026-11-28T09:00' }] },
    'give a date and time with its offset, such as 2026-11-28T09:00:00+05:30',
  ],
  [
    { share: 10, stages: [{ share: 50, afterMinutes: 5, notBefore: '2027-02-29T09:00:00+05:30' }] },
    'this day does not exist',
  ],
  [{ share: 101 }, 'give a whole number from 0 to 100'],
])('rejects the canary %j', (canary, message) => {
  const { issues = [] } = v.safeParse(ChangeSchema, { ...promotion, canary });
  expect(issues.map((issue) => issue.message)).toEqual([message]);
});

test('imports nothing of Node, so that a browser can run it', () => {
  const src = path.join(import.meta.dirname, '..');
  const checked = new Set<string>();
  const collect = (file: string): void => {
    if (checked.has(file)) return;
    checked.add(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from '([^']+)';/gms,
    )) {
      expect([file, specifier, builtinModules.includes(specifier.replace('node:', ''))]).toEqual([
        file,
        specifier,
        false,
      ]);
      if (specifier.startsWith('.')) collect(`${path.resolve(path.dirname(file), specifier)}.ts`);
      else expect(specifier).toBe('valibot');
    }
  };
  const files = readdirSync(path.join(src, 'change-model'), { recursive: true, encoding: 'utf8' });
  for (const file of files) if (/(?<!\.test)\.ts$/.test(file)) collect(path.join(src, 'change-model', file));
  expect(checked.size).toBeGreaterThan(8);
});
