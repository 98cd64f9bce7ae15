import { lock as lockApp, unlock as unlockApp } from '@shop/releases/actions/lock';
import type { Command } from 'commander';
import { defineCommand } from '../../cli/command';
import { reasonOption } from '../../cli/parse-values';
import { stateResult } from '../../format/format-state';
import { assertReason } from './gate-options';

const declareApp = (parser: Command) =>
  parser.argument('[app]', 'name of one app (default: every app)').addOption(reasonOption());

export const lock = defineCommand<[app?: string], object>({
  name: 'lock',
  summary: 'stops promotions and rollbacks of an app or of every app',
  examples: ['lock mf-payment --reason "sale weekend"'],
  declare: declareApp,
  access: 'sign',
  run: async ({ words: [app = '*'], environment, author }) => {
    assertReason(author, 'A lock');
    return stateResult(await lockApp(environment, app, author));
  },
});

export const unlock = defineCommand<[app?: string], object>({
  name: 'unlock',
  summary: 'removes a lock',
  examples: ['unlock mf-payment --reason "the sale is over"'],
  declare: declareApp,
  access: 'sign',
  run: async ({ words: [app = '*'], environment, author }) => {
    assertReason(author, 'An unlock');
    return stateResult(await unlockApp(environment, app, author));
  },
});
