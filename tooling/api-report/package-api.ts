import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Deprecation, parseDeprecation } from '@shop/federation/api-report';
import { type DeclarationFile, parseDeclarationFile, stripComments } from './declaration-file';

/** An export with the text that describes it. */
export interface ApiExport {
  isType: boolean;
  /** Its declaration and every declaration of the package that the text mentions. A change of the text is a change of the export. */
  signature: string;
  deprecation?: Deprecation;
}

/** What a package exports. */
export interface PackageApi {
  packageName: string;
  version: string;
  /** Exports by name, by import specifier. */
  modules: Record<string, Record<string, ApiExport>>;
  /** Text of each declaration file that an export needs, without comments, by its path in the package. */
  declarations: Record<string, string>;
  /** Declaration file of each import specifier. */
  entries: Record<string, string>;
}

interface PackageJson {
  name: string;
  version: string;
  exports: Record<string, string>;
}

/** Folder of the compiler's declarations in a package (`tsc -b`). */
const typesFolder = '.cache/types';

/** Lists the folders in `shared/` that hold a package. @param sharedFolder Absolute path. */
export function listPackageFolders(sharedFolder: string): string[] {
  return readdirSync(sharedFolder)
    .map((name) => path.join(sharedFolder, name))
    .filter((folder) => existsSync(path.join(folder, 'package.json')))
    .sort();
}

/** Lists the source files that a package exports, by import specifier. Style sheets and tests are left out. */
function listEntries(folder: string, { name, exports }: PackageJson): Record<string, string> {
  const sources = readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' }).map(
    (file) => `./src/${file}`,
  );
  const entries = Object.entries(exports).flatMap(([subpath, target]) => {
    if (!/\.tsx?$/.test(target)) return [];
    if (!target.includes('*')) return [[path.posix.join(name, subpath), target] as const];
    const [before = '', after = ''] = target.split('*');
    return sources
      .filter((file) => file.startsWith(before) && file.endsWith(after) && !/\.test\.tsx?$/.test(file))
      .map((file) => {
        const matched = file.slice(before.length, file.length - after.length);
        return [path.posix.join(name, subpath.replace('*', matched)), file] as const;
      });
  });
  return Object.fromEntries(
    entries
      .map(([key, file]) => [key, file.replace(/^\.\//, '').replace(/\.tsx?$/, '.d.ts')] as const)
      .sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
}

/**
 * Reads what a package exports from the declarations that the compiler wrote (`tsc -b`).
 *
 * @param folder Absolute folder of the package.
 * @throws When a declaration is missing, or a `@deprecated` tag has another format. The message names the file.
 */
export function readPackageApi(folder: string): PackageApi {
  const packageJson: PackageJson = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const readCompiled = (file: string): string => {
    const location = path.join(folder, typesFolder, file);
    if (existsSync(location)) return readFileSync(location, 'utf8');
    throw new Error(`${location} is missing: run "npx tsc -b" first.`);
  };
  const entries = listEntries(folder, packageJson);
  return describePackage(packageJson, entries, readCompiled);
}

/**
 * Describes a package from the texts of its declaration files.
 *
 * @param entries Declaration file of each import specifier.
 * @param readFile Reads a declaration file by its path in the package.
 */
export function describePackage(
  { name, version }: Pick<PackageJson, 'name' | 'version'>,
  entries: Record<string, string>,
  readFile: (file: string) => string,
): PackageApi {
  const files = new DeclarationFiles(readFile);
  const modules = Object.entries(entries).map(([key, file]) => {
    const names = [...files.listExports(file)].sort(([a], [b]) => a.localeCompare(b, 'en'));
    const exports = names.map(([exported, origin]) => [exported, files.describe(origin)] as const);
    return [key, Object.fromEntries(exports)] as const;
  });
  return {
    packageName: name,
    version,
    modules: Object.fromEntries(modules),
    declarations: files.listTexts(Object.values(entries)),
    entries,
  };
}

/** A name in a declaration file of the package. */
interface Origin {
  file: string;
  name: string;
}

/** The declaration files of one package, parsed when they are needed. */
class DeclarationFiles {
  private readonly texts = new Map<string, string>();
  private readonly parsed = new Map<string, DeclarationFile>();

  constructor(private readonly readFile: (file: string) => string) {}

  private get(file: string): DeclarationFile {
    const known = this.parsed.get(file);
    if (known) return known;
    const source = this.readFile(file);
    const text = stripComments(source);
    this.texts.set(file, source);
    try {
      const parsed = parseDeclarationFile(text);
      this.parsed.set(file, parsed);
      return parsed;
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Lists the exports of a file with the place where each is declared. */
  listExports(file: string): Map<string, Origin> {
    const { exports, starExports } = this.get(file);
    const found = new Map<string, Origin>();
    for (const specifier of starExports) {
      const target = resolve(file, specifier);
      if (!target) throw new Error(`${file} exports everything of ${specifier}: name its exports.`);
      for (const [name, origin] of this.listExports(target)) if (name !== 'default') found.set(name, origin);
    }
    for (const [name, target] of exports) {
      found.set(
        name,
        'local' in target ? { file, name: target.local } : this.follow(file, target.specifier, target.name),
      );
    }
    return found;
  }

  /** Finds the declaration of a name that a file takes from another one. A name of another package stays as it is. */
  private follow(file: string, specifier: string, name: string): Origin {
    const target = resolve(file, specifier);
    if (!target || name === '*') return { file, name: `${name} of ${specifier}` };
    const origin = this.listExports(target).get(name);
    if (!origin) throw new Error(`${target} does not export ${name}, which ${file} needs.`);
    return origin;
  }

  describe(origin: Origin): ApiExport {
    const declaration = this.get(origin.file).declarations.get(origin.name);
    const deprecation = declaration && this.findDeprecation(origin);
    return {
      isType: declaration?.isType ?? false,
      signature: [...this.collect(origin, new Map()).values()].sort().join('\n'),
      ...(deprecation && { deprecation }),
    };
  }

  /** Collects the texts of a declaration and of all declarations of the package that it mentions. */
  private collect(origin: Origin, texts: Map<string, string>): Map<string, string> {
    const key = `${origin.file} ${origin.name}`;
    if (texts.has(key)) return texts;
    const { declarations, imports } = this.get(origin.file);
    const declaration = declarations.get(origin.name);
    const imported = imports.get(origin.name);
    if (!declaration) {
      if (imported && resolve(origin.file, imported.specifier) && imported.name !== '*') {
        return this.collect(this.follow(origin.file, imported.specifier, imported.name), texts);
      }
      texts.set(key, imported ? `${imported.name} of ${imported.specifier}` : origin.name);
      return texts;
    }
    texts.set(key, declaration.text);
    for (const [word] of declaration.text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      if (declarations.has(word) || imports.has(word)) this.collect({ file: origin.file, name: word }, texts);
    }
    for (const [, specifier = '', name = ''] of declaration.text.matchAll(/import\("([^"]+)"\)\.([\w$]+)/g)) {
      if (resolve(origin.file, specifier)) this.collect(this.follow(origin.file, specifier, name), texts);
    }
    return texts;
  }

  /** Finds the `@deprecated` tag in the comment right above a declaration. @throws When its format is wrong. */
  private findDeprecation({ file, name }: Origin): Deprecation | undefined {
    const comments = [...(this.texts.get(file) ?? '').matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(export [^\n]*)/g)];
    const [, comment = ''] =
      comments.find(([, , line = '']) => new RegExp(`\\b${name}\\b`).test(line.split(/[:(={]/)[0] ?? '')) ?? [];
    const [, tag] = comment.replace(/\n\s*\* ?/g, '\n').match(/(?:^|\n)\s*@deprecated([\s\S]*?)(?=\n@|$)/) ?? [];
    if (tag === undefined) return undefined;
    const deprecation = parseDeprecation(tag.replace(/\s+/g, ' '));
    if (deprecation) return deprecation;
    throw new Error(
      `${file}: ${name} is deprecated in another format: write "@deprecated since 2026-11-22, removed after 2027-05-22: use X".`,
    );
  }

  /** Lists the texts of files and of all files of the package that they need, without comments. */
  listTexts(start: readonly string[]): Record<string, string> {
    const found = new Map<string, string>();
    const add = (file: string) => {
      if (found.has(file)) return;
      this.get(file);
      const text = stripComments(this.texts.get(file) ?? '');
      found.set(file, text);
      for (const [, specifier = ''] of text.matchAll(/(?:from |import\(|import )["'](\.[^"']+)["']/g)) {
        const target = resolve(file, specifier);
        if (target) add(target);
      }
    };
    start.forEach(add);
    return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b, 'en')));
  }
}

/** Resolves a relative specifier to a declaration file of the package. @returns Null for another package and for a style sheet. */
function resolve(file: string, specifier: string): string | null {
  if (!specifier.startsWith('.') || /\.(css|json|svg|png|woff2)$/.test(specifier)) return null;
  return `${path.posix.join(path.posix.dirname(file), specifier)}.d.ts`;
}
