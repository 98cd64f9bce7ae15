import { CanaryPlan, groups, regions } from '@shop/releases/change-model/canary-plan';
import { env } from '@shop/releases/change-model/fields';
import { livePath } from '@shop/releases/change-model/kinds/promote';
import type { Command } from 'commander';
import * as v from 'valibot';
import { UsageError } from '../cli/command';
import {
  listOption,
  parseDuration,
  parseField,
  parseInteger,
  parseMoment,
  parseName,
  reasonOption,
  shopUrlOption,
  valueOption,
} from '../cli/parse-values';
import type { CanaryOptions } from '../commands/selection';

export const declareForce = (parser: Command): Command =>
  parser.option('--force', 'ignore a freeze and the findings of the gates; needs --reason');

/** Adds `--reason` and `--wait`. */
export const declareWait = (parser: Command): Command =>
  parser.addOption(reasonOption()).option('--wait', 'wait until the shop serves the change').addOption(shopUrlOption());

export const declareSelection = (parser: Command): Command =>
  parser
    .argument(
      '[releases...]',
      'releases, such as mf-catalog@1.2.0; with --from, apps (default: every app that differs)',
    )
    .addOption(valueOption('--from <env>', 'select the live releases of another environment', parseField(env)))
    .addOption(listOption('--remove-app <app>', 'remove an app from the composition (may be repeated)', parseName))
    .addOption(
      listOption('--remove-path <path>', 'allow a live path to lose its owner (may be repeated)', parseField(livePath)),
    );

/** Converts what a stage waits for beside its time: `person`, and a time before which it does not begin. Null: something else. */
function parseConditions(words: readonly string[], name: string) {
  const times = words.filter((word) => word !== 'person');
  if (words.length - times.length > 1 || times.length > 1 || times.some((time) => !/^\d{4}-/.test(time))) return null;
  const [time] = times;
  return {
    ...(words.includes('person') ? { waitsForPerson: true as const } : {}),
    ...(time === undefined ? {} : { notBefore: new Date(parseMoment(time, name)).toISOString() }),
  };
}

/**
 * Converts `5%/15m,25%/1h/person,100%`: the first share for 15 minutes, then 25 % for an hour and until a person continues, then every
 * visitor.
 */
function parseStages(text: string, name: string): NonNullable<CanaryOptions['stages']> {
  const parts = text.split(',').map((part) => /^\s*(\d{1,3})%(?:\/(\d{1,5}[mhd])((?:\/[^/\s]+)*))?\s*$/.exec(part));
  const shares = parts.map((part) => Number(part?.[1] ?? 0));
  const durations = parts.slice(0, -1).map((part) => part?.[2]);
  const isTimed = durations.every((duration) => duration !== undefined) && parts.at(-1)?.[2] === undefined;
  const [share = 0, ...later] = shares;
  const stages = later.map((next, index) => ({
    share: next,
    afterMinutes: isTimed ? parseDuration(durations[index] ?? '', name) / 60_000 : 0,
    ...(parseConditions((parts[index]?.[3] ?? '').split('/').filter(Boolean), name) ?? { afterMinutes: 0 }),
  }));
  if (share > 0 && v.is(CanaryPlan, { share, stages })) return { share, stages };
  throw new UsageError(
    `${name} is "${text}": give rising shares with the time that each lasts, such as 5%/15m,25%/1h,100%, and where needed /person or the time of the next one, such as 25%/1h/2026-11-28T09:00+05:30.`,
  );
}

const splitList = (text: string) => text.split(',');

export const declareAudience = (parser: Command): Command =>
  parser
    .addOption(valueOption('--canary <percent>', 'share of the visitors, 0 to 100', parseInteger(0, 100)))
    .addOption(
      valueOption('--stages <plan>', 'shares with their times; "watch" or the service raises them', parseStages),
    )
    .option('--staff', 'give the canary to staff too')
    .addOption(
      valueOption('--regions <codes>', 'give the canary to visitors from regions too', parseField(regions, splitList)),
    )
    .addOption(
      valueOption('--groups <names>', 'give the canary to groups of customers too', parseField(groups, splitList)),
    );
