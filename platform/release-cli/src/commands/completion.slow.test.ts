import { execFileSync } from 'node:child_process';
import { createTerminal } from '../testing/terminal';

/** Completes the last word of a command line in bash, with the script that the command prints. */
async function complete(words: readonly string[]): Promise<string[]> {
  const script = await createTerminal().runOk('completion bash');
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_release release "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

test.each([
  [
    ['release', 'ro'],
    ['rotate-key', 'rollout', 'rollback'],
  ],
  [['release', '--env', 'staging', 'rollb'], ['rollback']],
  [['release', 'promote', '--ca'], ['--canary']],
  [
    ['release', 'promote', 'mf-a@1.0.0', '--env', 'staging', '--st'],
    ['--stages', '--staff'],
  ],
  [['release', 'status', '--j'], ['--json']],
  [['release', 'rotate-key', 'a'], ['activate']],
  [
    ['release', 'rollout', 'co'],
    ['continue', 'complete'],
  ],
  [['release', 'history', '--action', 'un'], ['unlock']],
  [['release', 'verify-log', 'audit'], []],
])('bash completes %j to %j', async (words, expected) => {
  expect(await complete(words)).toEqual(expected);
});

test('the script for zsh has the same table and registers its function', async () => {
  const { runOk } = createTerminal();
  const [bash, zsh] = [await runOk('completion bash'), await runOk('completion zsh')];
  const [table = ''] = bash.split('_release() {');
  expect(zsh.startsWith(table)).toBe(true);
  expect(zsh).toMatch(/\ncompdef _release release$/);
});
