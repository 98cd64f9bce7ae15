import { type Kind, kindNames, kinds } from '@shop/releases/change-model/changes';
import { appOrAll } from '@shop/releases/change-model/fields';
import { Argument, type Command } from 'commander';
import { type CommandDefinition, defineCommand } from '../cli/command';
import { parseChangeNumber, parseInteger, valueOption } from '../cli/parse-values';
import type { RolloutStep } from '../commands/changes';
import { declareAudience, declareForce, declareSelection, declareWait } from './options';

/** Defines a command that changes an environment: it adds `--reason` and `--wait`. */
const defineChange = <Words, Options>({
  declare,
  ...definition
}: Omit<CommandDefinition<Words, Options>, 'access' | 'asksService'>) =>
  defineCommand({
    ...definition,
    access: 'sign',
    asksService: true,
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
  asksService: true,
  load: async () => (await import('../commands/changes')).check,
});

/** Words of a command about the kinds of changes that it makes, from the table of changes. */
const describeKinds = (...names: readonly [Kind, ...Kind[]]) => ({
  name: kinds[names[0]].command,
  summary: names
    .map((kind) => kinds[kind].summary)
    .map((summary) => summary.charAt(0).toLowerCase() + summary.slice(1))
    .join('; '),
  examples: names.flatMap((kind) => kinds[kind].examples),
});

export const promote = defineChange({
  ...describeKinds('promote'),
  declare: (parser) => declareForce(declareAudience(declareSelection(parser))),
  load: async () => (await import('../commands/changes')).promote,
});

const namedSteps = ['continue', 'complete', 'halt', 'pause', 'resume'] as const satisfies readonly RolloutStep[];

const parseShare = parseInteger(1, 100);
const parseStep = (text: string): RolloutStep =>
  namedSteps.find((name) => name === text) ?? parseShare(text, 'The share');

export const rollout = defineChange({
  ...describeKinds('rollout', 'halt', 'pause', 'resume'),
  declare: (parser) =>
    declareForce(
      parser
        // The parser comes after the choices, which set their own. Completion offers the choices.
        .addArgument(
          new Argument('<step>', 'share of the visitors in percent (1 to 100), or a step')
            .choices(namedSteps)
            .argParser(parseStep),
        )
        .argument('[app]', 'an app of the canary; may be left out while one canary is running'),
    ),
  load: async () => (await import('../commands/changes')).rollout,
});

/** Declares the fields of a kind of change that are an app or the number of a change. */
function declareFields(parser: Command, kind: Kind): void {
  const { entries } = kinds[kind].schema;
  if ('app' in entries) {
    parser.argument('[app]', entries.app === appOrAll ? 'name of one app (default: every app)' : 'name of one app');
  }
  if ('to' in entries) {
    parser.addOption(valueOption('--to <change>', 'restore the composition after this change', parseChangeNumber));
  }
}

/** The commands of the other kinds. */
export const plainChanges = kindNames
  .filter((kind) => kinds[kind].command === kind && kind !== 'promote' && kind !== 'rollout')
  .map((kind) =>
    defineChange({
      ...describeKinds(kind),
      declare: (parser) => declareFields(parser, kind),
      load: async () => (await import('../commands/changes')).createPlainCommand(kind),
    }),
  );

export const webhooks = defineCommand({
  name: 'webhooks',
  summary: 'shows what each webhook has received, and what is pending or was given up',
  examples: ['webhooks', 'webhooks --deliver'],
  declare: (parser) => parser.option('--deliver', 'deliver now what is due'),
  asksService: true,
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
