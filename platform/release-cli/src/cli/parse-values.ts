import path from 'node:path';
import { releaseName } from '@shop/releases/change-model/fields';
import { isExistingDay } from '@shop/releases/change-model/value-schemas';
import { isPlainText } from '@shop/releases/policy/text-sanitization';
import { visitorIdPattern, visitorReferencePattern } from '@shop/releases/state/canary-slots';
import { Option } from 'commander';
import * as v from 'valibot';
import { findCallerDir } from '../host/caller';
import { UsageError } from './command';

/** Runs a parser of another package. @throws {UsageError} With the message of the parser's error. */
export function parseWith<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Converts the text of an option. @param name For messages, such as `--canary`. @param previous Its value so far. */
type ParseValue<Value> = (text: string, name: string, previous?: Value) => Value;

/** Creates the parser of a field of a change. @param read  Converts the text to what the schema takes. Default: the text itself. */
export const parseField =
  <Output>(
    schema: v.GenericSchema<unknown, Output>,
    read: (text: string) => unknown = (text) => text,
  ): ParseValue<Output> =>
  (text, name) => {
    const { success, output, issues } = v.safeParse(schema, read(text));
    if (success) return output;
    throw new UsageError(`${name} is ${JSON.stringify(text)}: ${issues[0].message}.`);
  };

/** A long option is not a value: a person who types `--reason --force` left the reason out. */
function assertValue(text: string, name: string): string {
  if (!/^--[a-z]/.test(text)) return text;
  throw new UsageError(`${name} needs a value, but "${text}" follows it: write ${name} "…".`);
}

/**
 * An option with a value.
 *
 * @param parse  Converts the text. It throws a {@link UsageError} for text that it cannot convert.
 */
export function valueOption<Value>(flags: string, description: string, parse: ParseValue<Value>): Option {
  const option = new Option(flags, description);
  const name = option.long ?? flags;
  return option.argParser((text: string, previous?: Value) => parse(assertValue(text, name), name, previous));
}

/** An option that may be repeated. Its value is the list of all values. */
export const listOption = (flags: string, description: string, parse: ParseValue<string>): Option =>
  valueOption<string[]>(flags, description, (text, name, previous = []) => [...previous, parse(text, name)]);

/** `--reason`, which the audit log records. */
export const reasonOption = (): Option => valueOption('--reason <text>', 'reason for the audit log', parsePlainText);

export const parseInteger =
  (min: number, max: number): ParseValue<number> =>
  (text, name) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    throw new UsageError(`${name} is "${text}": give a whole number from ${min} to ${max}.`);
  };

export const parseChangeNumber = parseInteger(1, Number.MAX_SAFE_INTEGER);

export const dayInMs = 86_400_000;
const unitMilliseconds: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayInMs };
const maxDuration = 30 * dayInMs;

/** Converts `30m`, `2h` or `7d` to milliseconds. The longest duration is thirty days. */
export const parseDuration: ParseValue<number> = (text, name) => {
  const [, number = '', unit = ''] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  const duration = Number(number) * (unitMilliseconds[unit] ?? 0);
  if (duration > 0 && duration <= maxDuration) return duration;
  throw new UsageError(`${name} is "${text}": give minutes, hours or days up to 30d, such as 2h.`);
};

/** A time in Unix milliseconds: the beginning of a UTC day such as `2026-11-20`, or so long ago, such as `2h`. */
export const parseTime: ParseValue<number> = (text, name) => {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(day) && isExistingDay(text)) return day;
  if (/^\d+[mhd]$/.test(text)) return Date.now() - parseDuration(text, name);
  throw new UsageError(`${name} is "${text}": give a UTC day, such as 2026-11-20, or how long ago, such as 2h.`);
};

/** A moment in Unix milliseconds: `2026-11-27T14:05`, in UTC or with an offset, or so long ago, such as `2h`. */
export const parseMoment: ParseValue<number> = (text, name) => {
  const [found, zone] = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const moment = found ? Date.parse(zone ? found : `${found}Z`) : Number.NaN;
  if (!Number.isNaN(moment) && isExistingDay(text)) return moment;
  if (/^\d+[mhd]$/.test(text)) return Date.now() - parseDuration(text, name);
  throw new UsageError(
    `${name} is "${text}": give a time in UTC or with an offset, such as 2026-11-27T14:05 or 2026-11-27T19:35+05:30, or how long ago, such as 2h.`,
  );
};

/** The id of a visitor's cookie, or the visitor of an error report. */
export const parseVisitor: ParseValue<string> = (text, name) => {
  if (visitorIdPattern.test(text) || visitorReferencePattern.test(text)) return text;
  throw new UsageError(
    `${name} is "${text}": give the value of the visitor's cookie "visitor", or a visitor that "errors" names.`,
  );
};

/** Like {@link parseTime}, with the end of a day. */
export const parseEndTime: ParseValue<number> = (text, name) =>
  parseTime(text, name) + (text.includes('-') ? dayInMs : 0);

/** The address of the shop, without a slash at the end. */
const parseShopUrl: ParseValue<string> = (text, name) => {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(
    `${name} is ${JSON.stringify(text)}: give an http or https address, such as https://shop.example.`,
  );
};

/** `--shop-url`. A command finds the default itself, because a variable may be invalid. */
export const shopUrlOption = (): Option =>
  valueOption('--shop-url <url>', 'address of the shop (default: SHOP_URL, or the shop on this machine)', parseShopUrl);

/** Text of one line without control characters. Spaces at both ends are removed. */
export const parsePlainText: ParseValue<string> = (text, name) => {
  const trimmed = text.trim();
  if (isPlainText(trimmed)) return trimmed;
  throw new UsageError(`${name} contains a line break or another control character: write one line of plain text.`);
};

/** Plain text that is not empty, such as a name. */
export const parseName: ParseValue<string> = (text, name) => {
  const found = parsePlainText(text, name);
  if (found) return found;
  throw new UsageError(`${name} is empty: give a value, or leave it out.`);
};

const pipelinePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** The id of a pipeline, as its address contains it. */
export const parsePipeline: ParseValue<string> = (text, name) => {
  if (pipelinePattern.test(text)) return text;
  throw new UsageError(`${name} is "${text}": give the id of the pipeline, such as 812.`);
};

/** Variables with the id of the pipeline: of GitHub Actions, GitLab, Azure Pipelines, Bitbucket and Jenkins. */
const pipelineVariables = [
  'GITHUB_RUN_ID',
  'CI_PIPELINE_ID',
  'BUILD_BUILDID',
  'BITBUCKET_BUILD_NUMBER',
  'BUILD_NUMBER',
];

/** Finds the id of the pipeline that runs the command. */
export const findPipeline = (): string | undefined =>
  pipelineVariables.map((name) => process.env[name]?.trim() ?? '').find((id) => pipelinePattern.test(id));

/** A SHA-256 in hex. */
export const parseHash: ParseValue<string> = (text, name) => {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new UsageError(`${name} is "${text}": give the 64 hex digits that history --export prints.`);
};

/** A file or folder, relative to the folder in which the person typed the command. */
export const parsePath: ParseValue<string> = (text, name) => {
  const file = parsePlainText(text, name);
  if (!file) throw new UsageError(`${name} is empty: name a file or a folder.`);
  return path.resolve(findCallerDir(), file);
};

/** Splits `mf-catalog@1.2.0`. @throws {UsageError} */
export function parseAppVersion(text: string): { app: string; version: string } {
  const [app, version] = v.is(releaseName, text) ? text.split('@') : [];
  if (app && version) return { app, version };
  throw new UsageError(`"${text}" is not a release: write app@version, such as mf-catalog@1.2.0.`);
}
