import type { Command, Option } from 'commander';
import type { RunOffline } from '../cli/command';

/** What can follow a command: its options, and the values of its arguments. */
interface Completions {
  name: string;
  options: readonly Option[];
  values: readonly string[];
}

const listCompletions = (program: Command): Completions[] =>
  program.commands.map((command) => ({
    name: command.name(),
    options: [...command.options, ...program.options],
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }));

const listFlags = (options: readonly Option[]): string[] => [
  ...options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined)),
  '--help',
];

/** Cases of `case` for the options of a command that have a list of values. */
const listValueCases = ({ name, options }: Completions): string[] =>
  options.flatMap(({ long, argChoices }) =>
    argChoices ? [`    ${name}:${long}) echo '${argChoices.join(' ')}' ;;`] : [],
  );

/**
 * Functions for both shells. The first one finds the command among the words before the current one. The second one lists what can
 * follow that command and the last word.
 */
const formatFunctions = (commands: readonly Completions[]): string => `_release_command() {
  local word
  for word in "$@"; do
    case "$word" in ${commands.map(({ name }) => name).join('|')}) echo "$word"; return ;; esac
  done
}
_release_list() {
  case "$1:$2" in
${[
  ...commands.flatMap(listValueCases),
  `    :*) echo '${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}' ;;`,
  ...commands.map(
    ({ name, options, values }) => `    ${name}:*) echo '${[...values, ...listFlags(options)].join(' ')}' ;;`,
  ),
].join('\n')}
  esac
}`;

/** The shell completes files where no word fits. */
const registrations: Readonly<Record<string, string>> = {
  bash: `_release() {
  local command="$(_release_command "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$(_release_list "$command" "\${COMP_WORDS[COMP_CWORD-1]}")" -- "$2"))
}
complete -o default -F _release release`,
  zsh: `_release() {
  local command="$(_release_command "\${(@)words[2,CURRENT-1]}")"
  local found=(\${=$(_release_list "$command" "\${words[CURRENT-1]}")})
  compadd -- $found || _files
}
compdef _release release`,
};

export const completion: RunOffline = async (parsed) => {
  const [shell] = parsed.processedArgs as [string];
  if (!parsed.parent) throw new Error('The command has no table of commands.');
  const script = [formatFunctions(listCompletions(parsed.parent)), registrations[shell]].join('\n');
  const lines = script.split('\n');
  return { lines, data: { shell, script } };
};
