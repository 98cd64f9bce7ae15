import { type ParseArgsConfig, parseArgs } from 'node:util';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Values<Options extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/**
 * Parses arguments that are options only.
 *
 * @param args Arguments without the program.
 * @throws The message names the first argument that is wrong, and the options that exist.
 * @example parseOptions(['--minutes', '5'], { minutes: { type: 'string', default: '30' } })
 */
export function parseOptions<const Options extends OptionsConfig>(
  args: readonly string[],
  options: Options,
): Values<Options> {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // The other sentences of the message are about `--` before a word.
    const [problem] = (error as Error).message.split(/\. |\n/);
    const names = Object.keys(options).map((name) => `--${name}`);
    const remedy = names.length > 0 ? `the options are ${names.join(', ')}` : 'it takes none';
    throw new Error(`${problem?.replace(/\.$/, '')}: ${remedy}.`, { cause: error });
  }
}

/**
 * Reads the arguments of this process. Wrong ones end the process with code 2 and a message without a stack.
 *
 * @param read Throws when arguments are wrong.
 * @example const { short } = readArguments((args) => parseOptions(args, { short: { type: 'boolean', default: false } }));
 */
export function readArguments<Arguments>(read: (args: readonly string[]) => Arguments): Arguments {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
