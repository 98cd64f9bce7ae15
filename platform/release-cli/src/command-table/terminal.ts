import { Argument } from 'commander';
import type { OfflineCommand } from '../cli/command';

export const completion: OfflineCommand = {
  name: 'completion',
  summary: 'prints a script with which the shell completes commands and options of a command named release',
  examples: ['completion bash', 'completion zsh'],
  declare: (parser) =>
    parser.addArgument(new Argument('<shell>', 'the shell of the terminal').choices(['bash', 'zsh'])),
  loadOffline: async () => (await import('../commands/completion')).completion,
};
