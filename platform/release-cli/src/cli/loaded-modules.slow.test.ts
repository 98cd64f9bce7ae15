import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { root } from '../build/workspace';

const folder = createTestFolder();

/** Runs a command line in a process. @returns The modules that it loads, relative to the repository, without those of tsx. */
function listLoadedModules(args: readonly string[]): string[] {
  const coverage = path.join(folder, args.join('_'));
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, NODE_OPTIONS: '' };
  const main = path.join(root, 'platform/release-cli/src/main.ts');
  const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, ...args], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const loaded = readdirSync(coverage).flatMap((file): string[] => {
    const { result } = JSON.parse(readFileSync(path.join(coverage, file), 'utf8'));
    return result.map(({ url }: { url: string }) => url);
  });
  const prefix = `file://${root}/`;
  const own = loaded.filter((url) => url.startsWith(prefix)).map((url) => url.slice(prefix.length));
  return own.filter((module) => !/^node_modules\/(?:tsx|esbuild)\//.test(module));
}

// Each module costs the person who waits some milliseconds.
test.each([[['--help']], [['promote', '--help']], [['--version']], [['completion', 'zsh']]])(
  '%j loads the table of commands, the table of changes, the parser and no package but theirs',
  (args) => {
    const modules = listLoadedModules(args);
    expect(modules).toContain('platform/release-cli/src/cli/release-cli.ts');
    const packages = modules.filter((module) => module.includes('node_modules/'));
    expect(packages.filter((module) => !/^node_modules\/(?:commander|valibot)\//.test(module))).toEqual([]);
    const commands = modules.filter((module) => module.startsWith('platform/release-cli/src/commands/'));
    expect(commands).toEqual(args.includes('completion') ? ['platform/release-cli/src/commands/completion.ts'] : []);
    expect(modules.length).toBeLessThanOrEqual(41);
  },
);
