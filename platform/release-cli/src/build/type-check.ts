import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Declarations } from '@shop/releases/release/declarations';
import { findCompiler, root } from './workspace';

/** A place in a remote's sources that does not compile with the declarations of a shell. */
export interface TypeProblem {
  /** Path relative to the folder of the remote. */
  file: string;
  line: number;
  message: string;
  /** Shared modules that the file imports and the message is about: `useCartActions of @shop/cart/use-cart`. */
  exports: string[];
}

/**
 * Compiles the sources of a remote with the declarations of the modules that a shell shares, in place of those of this workspace.
 * All other modules are those that the remote is built with.
 *
 * @returns The problems in the remote's own files. Empty when it compiles.
 */
export async function typeCheck(appRoot: string, declarations: Declarations): Promise<TypeProblem[]> {
  const work = path.join(appRoot, '.cache', `type-check-${process.pid}`);
  try {
    for (const [file, text] of Object.entries(declarations.files)) await write(path.join(work, file), text);
    const paths = Object.entries(declarations.modules).map(([key, file]) => [key, [`./${file}`]] as const);
    const assets = path.join(root, 'shared/federation/assets.d.ts');
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        emitDeclarationOnly: false,
        skipLibCheck: true,
        // No file is written, so every folder may hold sources.
        rootDir: path.parse(appRoot).root,
        paths: Object.fromEntries(paths),
      },
      files: existsSync(assets) ? [assets] : [],
      include: ['../../src'],
      exclude: ['../../src/**/*.test.*', '../../src/**/testing'],
      references: [],
    };
    await write(path.join(work, 'tsconfig.json'), JSON.stringify(config));
    const found = parseProblems(await compile(appRoot, work));
    return await Promise.all(found.map(async (problem) => addExports(problem, appRoot, declarations)));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Runs the compiler. @returns Its output; empty when everything compiles. @throws When it is not installed. */
async function compile(appRoot: string, work: string): Promise<string> {
  const tsc = findCompiler(appRoot);
  const options = { cwd: appRoot, maxBuffer: 64 * 1024 * 1024 };
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', work, '--pretty', 'false'], options);
    return '';
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    // An error without a place is one of the configuration.
    const [, problem] = stdout.match(/^error (TS\d+: .+)/m) ?? [];
    if (problem) throw new Error(`The types of ${appRoot} cannot be checked: ${problem} Correct its tsconfig.json.`);
    if (!/: error TS\d+: /.test(stdout)) throw error;
    return stdout;
  }
}

/** Parses the compiler's messages. Problems in the sources of other packages are left out: their checks find them. */
function parseProblems(output: string): Omit<TypeProblem, 'exports'>[] {
  return [...output.matchAll(/^(src\/[^(]+)\((\d+),\d+\): error TS\d+: (.+(?:\n .+)*)/gm)].map(
    ([, file = '', line, message = '']) => ({ file, line: Number(line), message: message.replace(/\n\s+/g, ' ') }),
  );
}

/** Finds the shared modules that a message is about: those that its file imports, and whose declarations have a name of it. */
async function addExports(
  problem: Omit<TypeProblem, 'exports'>,
  appRoot: string,
  { modules, files }: Declarations,
): Promise<TypeProblem> {
  const source = await readFile(path.join(appRoot, problem.file), 'utf8');
  const quoted = [...problem.message.matchAll(/'"?([^'"]+)"?'/g)].map(([, name = '']) => name);
  const imports = [...source.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', key = '']) => {
      const entry = files[modules[key] ?? ''];
      if (entry === undefined) return [];
      const imported = names
        .split(',')
        .map((name) => name.trim().replace(/^type | as .*$/g, ''))
        .filter(Boolean);
      const isNamed = (name: string) => quoted.includes(name) || quoted.some((type) => hasType(entry, name, type));
      return imported.filter(isNamed).map((name) => `${name} of ${key}`);
    },
  );
  return { ...problem, exports: imports };
}

/** Whether the declaration of an export, up to the next one, mentions a type. */
function hasType(entry: string, name: string, type: string): boolean {
  const [declaration = ''] =
    entry.match(new RegExp(`^export [^\\n]*\\b${name}\\b[\\s\\S]*?(?=^\\S|$(?![\\s\\S]))`, 'm')) ?? [];
  return new RegExp(`\\b${type.replace(/[^\w]/g, '')}\\b`).test(declaration) && /^\w+$/.test(type);
}
