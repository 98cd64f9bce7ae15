import { Argument } from 'commander';
import type { CliCommand, OfflineCommand } from '../cli/command';
import { check, plainChanges, promote, recoverHead, rollout, webhooks } from './changes';
import { diff, errors, history, incident, metrics, status, usedBy, verify, verifyLog, watch } from './inspection';
import { preview, pullRequestReport, staffLink } from './links';
import { backup, gc, list, publish, restore, rotateKey, sbom } from './releases';
import { login, logout } from './service';

const completion: OfflineCommand = {
  name: 'completion',
  summary: 'prints a script with which the shell completes commands and options of a command named release',
  examples: ['completion bash', 'completion zsh'],
  declare: (parser) =>
    parser.addArgument(new Argument('<shell>', 'the shell of the terminal').choices(['bash', 'zsh'])),
  loadOffline: async () => (await import('../commands/completion')).completion,
};

/** Every command by its group. Help, completion and the parser read it. It loads the code of no command. */
export const commandGroups: Readonly<Record<string, readonly CliCommand[]>> = {
  'Releases:': [publish, list, sbom, gc, backup, restore, rotateKey],
  'Inspection:': [status, incident, metrics, errors, history, diff, usedBy, verify, verifyLog, watch],
  'Changes of an environment:': [check, promote, rollout, ...plainChanges, webhooks, recoverHead],
  'Links for one browser:': [preview, pullRequestReport, staffLink],
  'A release service:': [login, logout],
  'This terminal:': [completion],
};
