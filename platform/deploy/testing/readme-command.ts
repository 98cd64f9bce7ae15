import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Finds the command of README.md that runs a program with a word, so that a test runs what an operator does.
 *
 * @returns One line without a comment.
 * @throws When there is none, or more than one.
 */
export function findCommand(program: 'docker compose' | 'kubectl', word: string): string {
  const text = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8').replace(/ *\\\n */g, ' ');
  const lines = text.split('\n').filter((line) => line.startsWith(`${program} `) && line.includes(` ${word} `));
  const [command, ...more] = lines.map((line) => line.replace(/ +#.*/, ''));
  if (command === undefined || more.length > 0) throw new Error(`README.md has no single ${program} with ${word}.`);
  return command;
}
