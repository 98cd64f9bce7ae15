import * as v from 'valibot';
import { defineKind } from '../define-kind';
import { appOrAll, common } from '../fields';
import { formatApp } from '../words';

/* Kinds of changes that bring no app to another visitor, and concern no canary. */

const fields = { ...common, app: appOrAll };

const lock = defineKind({
  schema: v.strictObject({ kind: v.literal('lock'), ...fields }),
  actions: {
    lock: { label: 'Locked', format: ({ app = 'an app' }) => `locked ${formatApp(app)}`, undoneBy: 'unlock' },
  },
  permission: 'lock',
  listApps: ({ app }) => [app],
  waitsForTime: true,
  reason: 'required',
  summary: 'Lock an app, or the environment with *',
  command: 'lock',
  examples: ['lock mf-payment --reason "sale weekend"'],
  format: ({ app }) => `Lock ${formatApp(app)}`,
});

const unlock = defineKind({
  schema: v.strictObject({ kind: v.literal('unlock'), ...fields }),
  actions: { unlock: { label: 'Unlocked', format: ({ app = 'an app' }) => `unlocked ${formatApp(app)}` } },
  permission: 'lock',
  listApps: ({ app }) => [app],
  waitsForTime: true,
  reason: 'required',
  summary: 'Unlock an app, or the environment with *',
  command: 'unlock',
  examples: ['unlock mf-payment --reason "the sale is over"'],
  format: ({ app }) => `Unlock ${formatApp(app)}`,
});

const note = defineKind({
  schema: v.strictObject({ kind: v.literal('note'), ...common }),
  actions: { note: { label: 'Noted', format: () => 'wrote a note' } },
  permission: 'promote',
  // A person who may promote one app may write about the environment.
  listApps: () => null,
  waitsForTime: true,
  reason: 'required',
  summary: 'Write a note to the history, without effect on visitors',
  button: {
    label: 'Add a note',
    effect: 'The history and webhooks show the reason. Visitors see no difference.',
    done: 'The note is in the history.',
  },
  command: 'note',
  examples: ['note --reason "started the TV spot"'],
  format: () => 'Write a note',
});

export const plainKinds = { lock, unlock, note };
