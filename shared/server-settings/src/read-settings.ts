import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';

/** One or more variables are invalid. The message names each of them, its value and what to give instead. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Name of a process variable and the schema of its text. An absent or blank variable is `undefined`. */
export type SettingsSchema = Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>;

/** Values of a schema's variables after validation and conversion. */
export type Settings<Schema extends SettingsSchema> = { [Name in keyof Schema]: v.InferOutput<Schema[Name]> };

/**
 * Reads settings from process variables. A blank variable counts as absent, so that `PORT= npm start` uses the default.
 *
 * @param schema  Schema of each variable. Its message says what to give, for example `give a port from 1 to 65535`.
 * @param variables  Usually `process.env`.
 * @throws {SettingsError} When a variable is invalid. The message has one line for each invalid variable.
 * @example
 * const { PORT } = readSettings({ PORT: portSetting(3000) }, process.env);
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  variables: NodeJS.ProcessEnv,
): Settings<Schema> {
  const errors: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(schema)) {
    const text = variables[name]?.trim() || undefined;
    const result = v.safeParse(entry, text);
    if (result.success) values[name] = result.output;
    else errors.push(`${name} is ${formatValue(text)}: ${result.issues[0].message}.`);
  }
  if (errors.length > 0) throw new SettingsError(errors.join('\n'));
  return values as Settings<Schema>;
}

/** Quotes a value for an error message, without the user name and password that a URL may contain. */
function formatValue(text: string | undefined): string {
  return text === undefined ? 'not set' : `"${text.replace(/\/\/.*@/, '//***@')}"`;
}

/** Optional text. @param fallback Value of an absent variable. */
export const textSetting = <Fallback extends string | undefined>(fallback: Fallback) =>
  v.optional(v.string(), fallback as string) as v.GenericSchema<string | undefined, string | Fallback>;

/** `on` or `off`. @param fallback Value of an absent variable. */
export const switchSetting = (fallback: boolean): v.GenericSchema<string | undefined, boolean> =>
  v.pipe(
    v.optional(v.string(), fallback ? 'on' : 'off'),
    v.picklist(['on', 'off'], `give on or off, or leave it out for ${fallback ? 'on' : 'off'}`),
    v.transform((text) => text === 'on'),
  );

/** A decimal integer. @param range Smallest and largest value, and the value of an absent variable. */
export const integerSetting = (range: {
  min: number;
  max: number;
  fallback: number;
}): v.GenericSchema<string | undefined, number> => {
  const message = `give a whole number from ${range.min} to ${range.max}, or leave it out for ${range.fallback}`;
  return v.pipe(
    v.optional(v.string(), String(range.fallback)),
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.check((value) => value >= range.min && value <= range.max, message),
  );
};

/** A TCP port. @param fallback Port of an absent variable. */
export const portSetting = (fallback: number): v.GenericSchema<string | undefined, number> =>
  integerSetting({ min: 1, max: 65_535, fallback });

/** An address to listen on. */
export interface HostAndPort {
  host: string;
  port: number;
}

/** A port on 127.0.0.1, or `host:port`. Without the variable nothing listens. */
export const hostAndPortSetting: v.GenericSchema<string | undefined, HostAndPort | undefined> = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => {
      const [, host = '127.0.0.1', port = ''] = /^(?:(\S+):)?(\d{1,5})$/.exec(text) ?? [];
      return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
    }),
    v.check(
      ({ port }) => port >= 1 && port <= 65_535,
      'give a port from 1 to 65535, or an address such as 0.0.0.0:9464, or leave it out',
    ),
  ),
);

/** Values separated by commas; spaces around them do not count. An absent variable is an empty list. */
export const listSetting: v.GenericSchema<string | undefined, string[]> = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** An absolute http or https URL. @param fallback Value of an absent variable. */
export const urlSetting = <Fallback extends string | undefined>(fallback: Fallback) =>
  v.pipe(
    v.optional(v.string(), fallback as string),
    v.check((text) => text === undefined || isWebUrl(text), 'give an absolute address such as https://shop.example'),
  ) as v.GenericSchema<string | undefined, string | Fallback>;

/**
 * An absolute http or https URL that paths are appended to. It has no credentials, query or fragment, and the value has
 * no trailing slash.
 *
 * @param fallback Value of an absent variable.
 */
export const baseUrlSetting = <Fallback extends string | undefined>(fallback: Fallback) =>
  v.pipe(
    urlSetting(fallback),
    v.check((text) => text === undefined || !/[?#@]/.test(text), 'give a plain address such as https://shop.example'),
    v.transform((text) => text?.replace(/\/+$/, '')),
  ) as v.GenericSchema<string | undefined, string | Fallback>;

/** The URL of a PostgreSQL database. Absent: PGlite. */
export const databaseUrlSetting: v.GenericSchema<string | undefined, string | undefined> = v.optional(
  v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'give a URL that starts with postgres:// or postgresql://')),
);

/** Origins separated by commas, such as `https://shop.example`. An absent variable is an empty list. */
export const originListSetting: v.GenericSchema<string | undefined, string[]> = v.pipe(
  listSetting,
  v.check(
    (entries) => entries.every((entry) => v.is(baseUrlSetting(undefined), entry)),
    'give origins such as https://shop.example, separated by commas',
  ),
  v.transform((entries) => entries.map((entry) => new URL(entry).origin)),
);

/** A variable that no longer exists. Setting it is an error. @param instruction What to do instead. */
export const removedSetting = (instruction: string): v.GenericSchema<string | undefined, undefined> =>
  v.undefined(instruction);

function isNetwork(entry: string): boolean {
  const [address = ''] = entry.split('/', 1);
  // ipaddr.js also accepts short forms such as 10.1, which people mistake for a network.
  const isAddress = isIP(address) > 0 && (entry === address || ipaddr.isValidCIDR(entry));
  return isAddress || entry === 'loopback';
}

/**
 * IP addresses and networks separated by commas, such as trusted proxies: `10.0.0.0/8, 2001:db8::1, loopback`. An absent
 * variable is an empty list, which contains no network, not even loopback.
 *
 * @see https://fastify.dev/docs/latest/Reference/Server/#trustproxy which accepts these entries.
 */
export const networkListSetting: v.GenericSchema<string | undefined, string[]> = v.pipe(
  listSetting,
  v.check(
    (entries) => entries.every(isNetwork),
    'give addresses, networks such as 10.0.0.0/8, or loopback, separated by commas',
  ),
);

/** One of a few words. @param fallback Value of an absent variable. */
export const choiceSetting = <Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): v.GenericSchema<string | undefined, Choice> =>
  v.pipe(
    v.optional(v.string(), fallback as string),
    v.picklist(choices, `give ${choices.join(' or ')}, or leave it out for ${fallback}`),
  );
