import type { Command } from 'commander';
import { type CommandDefinition, defineCommand } from '../cli/command';
import { parseChangeNumber, parseInteger, valueOption } from '../cli/parse-values';
import type { RolloutStep } from '../commands/changes';
import { declareAudience, declareForce, declareSelection, declareWait } from './options';

/** Defines a command that changes an environment: it adds `--reason` and `--wait`. */
const defineChange = <Words, Options>({
  declare,
  ...definition
}: Omit<CommandDefinition<Words, Options>, 'access' | 'worksInService'>) =>
  defineCommand({
    ...definition,
    access: 'sign',
    worksInService: true,
    declare: (parser) => {
      declare?.(parser);
      declareWait(parser);
    },
  });

export const check = defineCommand({
  name: 'check',
  summary: 'runs the gates on the composition that a promotion would create; changes nothing',
  examples: ['check mf-catalog@1.2.0', 'check --from staging', 'check --remove-app mf-old --remove-path /old'],
  declare: declareSelection,
  load: async () => (await import('../commands/changes')).check,
});

export const promote = defineChange({
  name: 'promote',
  summary: 'makes releases live, for every visitor or for a canary first',
  examples: [
    'promote mf-catalog@1.2.0 --canary 10 --reason "faster lists"',
    'promote mf-catalog@1.2.0 --stages 5%/15m,25%/1h,100%',
    'promote mf-catalog@1.2.0 --canary 0 --staff --regions KA,MH',
    'promote mf-catalog@1.2.0 --canary 0 --groups beta,wholesale',
    'promote mf-catalog --from staging',
    'promote shell@2.0.0 mf-catalog@1.2.0',
  ],
  declare: (parser) => declareForce(declareAudience(declareSelection(parser))),
  load: async () => (await import('../commands/changes')).promote,
});

const namedSteps = ['complete', 'halt', 'pause', 'resume'] as const satisfies readonly RolloutStep[];

const parseShare = parseInteger(1, 100);
const parseStep = (text: string): RolloutStep =>
  namedSteps.find((name) => name === text) ?? parseShare(text, 'The share');

export const rollout = defineChange({
  name: 'rollout',
  summary: 'raises the share of a canary, completes it for every visitor, halts it, or pauses and resumes its stages',
  examples: [
    'rollout 50 mf-catalog',
    'rollout complete mf-catalog --reason "no new errors"',
    'rollout halt mf-catalog --reason "prices are missing"',
  ],
  declare: (parser) =>
    declareForce(
      parser
        .argument('<step>', `share of the visitors in percent (1 to 100), ${namedSteps.join(', ')}`, parseStep)
        .argument('[app]', 'an app of the canary; may be left out while one canary is running'),
    ),
  load: async () => (await import('../commands/changes')).rollout,
});

export const rollback = defineChange({
  name: 'rollback',
  summary: 'restores the composition before the last one, for every app or for one app',
  examples: ['rollback --reason "cards broke"', 'rollback mf-catalog', 'rollback --to 12'],
  declare: (parser) =>
    parser
      .argument('[app]', 'name of one app')
      .addOption(valueOption('--to <change>', 'restore the composition after this change', parseChangeNumber)),
  load: async () => (await import('../commands/changes')).rollback,
});

const declareApp = (parser: Command) => parser.argument('[app]', 'name of one app (default: every app)');

export const lock = defineChange({
  name: 'lock',
  summary: 'stops promotions and rollbacks of an app or of every app',
  examples: ['lock mf-payment --reason "sale weekend"'],
  declare: declareApp,
  load: async () => (await import('../commands/changes')).lock,
});

export const unlock = defineChange({
  name: 'unlock',
  summary: 'removes a lock',
  examples: ['unlock mf-payment --reason "the sale is over"'],
  declare: declareApp,
  load: async () => (await import('../commands/changes')).unlock,
});

export const webhooks = defineCommand({
  name: 'webhooks',
  summary: 'shows what each webhook has received, and what is pending or was given up',
  examples: ['webhooks', 'webhooks --deliver'],
  declare: (parser) => parser.option('--deliver', 'deliver now what is due'),
  load: async () => (await import('../commands/webhooks')).webhooks,
});

export const recoverHead = defineCommand({
  name: 'recover-head',
  summary: 'signs a new HEAD from the newest entry of the audit log when HEAD is missing or damaged',
  examples: ['recover-head --reason "disk failed"'],
  declare: declareWait,
  access: 'sign',
  load: async () => (await import('../commands/changes')).recoverHead,
});
