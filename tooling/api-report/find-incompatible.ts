import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ApiReport } from '@shop/federation/api-report';
import type { ChangedExport, FindIncompatible } from './compare-api';
import type { PackageApi } from './package-api';

/** A line of the generated file: it compiles when one direction of an export fits. */
interface Assertion {
  id: string;
  /** `forward`: the new declaration takes the place of the earlier one. `backward`: the earlier one of the new one. */
  direction: 'forward' | 'backward';
  code: string;
}

/**
 * Creates the check that lets the compiler decide about compatibility. It writes the earlier and the current declarations next
 * to each other and assigns one to the other.
 *
 * A value must be assignable to its earlier type. A type must be assignable in both directions, because some users read it and
 * others create it. A type that a compatible value mentions needs the forward direction only: the compiler has checked there how
 * it is used.
 *
 * @param folder Absolute folder of the package, so that its imports are found.
 */
export const createCompatibilityCheck =
  (folder: string, report: ApiReport, api: PackageApi): FindIncompatible =>
  async (changed) => {
    const work = path.join(folder, '.cache', `api-report-${process.pid}`);
    try {
      const compiled = await compile(
        work,
        report,
        api,
        changed.flatMap((entry) => listAssertions(entry, report, api)),
      );
      const getReason = (entry: ChangedExport): string | undefined => {
        const id = getId(entry);
        const forward = compiled.get(`${id} forward`);
        if (!entry.after.isType || forward) return forward;
        return isUsedByValue(entry, changed, compiled) ? undefined : compiled.get(`${id} backward`);
      };
      return new Map(
        changed.flatMap((entry) => {
          const reason = getReason(entry);
          return reason === undefined ? [] : [[getId(entry), reason] as const];
        }),
      );
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };

const getId = ({ key, name }: Pick<ChangedExport, 'key' | 'name'>) => `${key} ${name}`;

function isUsedByValue(
  type: ChangedExport,
  changed: readonly ChangedExport[],
  compiled: ReadonlyMap<string, string>,
): boolean {
  const values = changed.filter(({ after }) => !after.isType && new RegExp(`\\b${type.name}\\b`).test(after.signature));
  return values.length > 0 && values.every((value) => !compiled.has(`${getId(value)} forward`));
}

function listAssertions(entry: ChangedExport, report: ApiReport, api: PackageApi): Assertion[] {
  const { key, name, after, before } = entry;
  const refer = (side: string, { entries }: Pick<ApiReport, 'entries'>) =>
    `import('./${side}/${(entries[key] ?? '').replace(/\.d\.ts$/, '')}').${name}`;
  const [earlier, current] = [refer('before', report), refer('after', api)];
  const id = getId(entry);
  if (after.isType !== before.isType) return [{ id, direction: 'forward', code: 'export const kind: never = 0;' }];
  if (!after.isType) {
    return [{ id, direction: 'forward', code: `{ let a!: typeof ${current}; let b: typeof ${earlier} = a; void b; }` }];
  }
  return [
    { id, direction: 'forward', code: `{ let a!: ${current}; let b: ${earlier} = a; void b; }` },
    { id, direction: 'backward', code: `{ let a!: ${earlier}; let b: ${current} = a; void b; }` },
  ];
}

/** Compiles assertions. @returns The compiler's message by `id direction` for each one that does not compile. */
async function compile(
  work: string,
  report: ApiReport,
  api: PackageApi,
  assertions: readonly Assertion[],
): Promise<Map<string, string>> {
  const write = async (file: string, text: string) => {
    const location = path.join(work, file);
    await mkdir(path.dirname(location), { recursive: true });
    await writeFile(location, text);
  };
  const files = { before: report.declarations, after: api.declarations };
  for (const [side, declarations] of Object.entries(files)) {
    for (const [file, text] of Object.entries(declarations)) {
      // The compiler takes two classes with a private member for different ones. No user can reach such a member.
      await write(
        path.join(side, file),
        text.replace(/^\s+(#private|private (?:static |readonly )*[\w$]+(?::[^\n]*)?);$/gm, ''),
      );
    }
  }
  await write('check.ts', `${assertions.map(({ code }) => code).join('\n')}\nexport {};\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: 'react-jsx',
    target: 'es2022',
    types: ['node'],
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
  };
  const assetTypes = path.join(import.meta.dirname, '../../shared/federation/assets.d.ts');
  await write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['check.ts', assetTypes] }));
  const tsc = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', work, '--pretty', 'false'], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    // The compiler exits with an error when an assertion does not compile.
    const { stdout: output } = error as { stdout?: string };
    if (output?.includes('check.ts(')) return { stdout: output };
    throw error;
  });
  const messages = [...String(stdout).matchAll(/check\.ts\((\d+),\d+\): error TS\d+: (.+(?:\n .+)*)/g)];
  return new Map(
    messages.flatMap(([, line, message = '']) => {
      const assertion = assertions[Number(line) - 1];
      return assertion ? [[`${assertion.id} ${assertion.direction}`, shortenMessage(message)] as const] : [];
    }),
  );
}

/** Characters of a compiler's message that a person reads. Types of libraries fill pages. */
const maxMessageLength = 200;

/** The last line of a message names the member that does not fit. Paths of this machine are left out. */
function shortenMessage(message: string): string {
  const last = message.split('\n').at(-1)?.trim() ?? '';
  const text = last.replace(/import\("[^"]*"\)\./g, '');
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}
