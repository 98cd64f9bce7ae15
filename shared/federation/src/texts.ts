import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChunkGroup, Compilation, Compiler, Module } from '@rspack/core';
import { getTextsFile } from '@shop/remote-contract/languages';
import { parseSync } from '@swc/core';
import type { AppIdentity } from './app-identity';
import type { BuildManifest } from './build-manifest';

/** A node of the syntax tree. Only the properties that are read have types. */
interface SyntaxNode {
  type?: string;
  value?: string;
  object?: SyntaxNode;
  property?: SyntaxNode;
}

interface CallNode {
  callee: SyntaxNode;
  arguments: { expression: SyntaxNode & { quasis?: { cooked?: string }[] } }[];
}

/** Whether a source file may have a call that names a text. Most files of libraries have none. */
const mayHaveCall = /\b(?:t|t\.rich|text)\(/;

/** @returns Whether an expression is `t`, `t.rich` or `text`. */
function isTextFunction({ type, value, object, property }: SyntaxNode): boolean {
  if (type === 'MemberExpression') return property?.value === 'rich' && object?.value === 't';
  return type === 'Identifier' && (value === 't' || value === 'text');
}

/** @returns The text that a call names as a literal. Undefined for any other call. */
function getNamedText({ callee, arguments: [first] }: CallNode): string | undefined {
  if (!first || !isTextFunction(callee)) return undefined;
  const { type, value, quasis = [] } = first.expression;
  if (type === 'StringLiteral') return value;
  return type === 'TemplateLiteral' && quasis.length === 1 ? quasis[0]?.cooked : undefined;
}

/**
 * Lists the English texts that a source file names, each once: literals in calls of `t`, `t.rich` and `text`.
 *
 * @param file  Name of the file, which says whether it has JSX: all do but those that end with `ts`.
 * @throws when the file is no TypeScript or JavaScript.
 * @example listTexts("t('Add to Cart')") // ['Add to Cart']
 */
export function listTexts(source: string, file = 'source.tsx'): string[] {
  if (!mayHaveCall.test(source)) return [];
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'CallExpression') {
      const text = getNamedText(value as unknown as CallNode);
      if (text !== undefined) found.add(text);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: !/\.[cm]?ts$/.test(file), target: 'es2022' }).body);
  return [...found];
}

/** Translations by their English text. */
type Catalog = Readonly<Record<string, string>>;

/** Finds the folder with the catalogues of a package: `src/texts`, or `dist/texts` in a published package. */
export function findTextsFolder(packageFolder: string): string | undefined {
  return ['src/texts', 'dist/texts']
    .map((folder) => path.join(packageFolder, folder))
    .find((folder) => existsSync(folder));
}

/** Lists the languages of a package: the names of its catalogues, sorted. */
export function listLanguages(packageFolder: string): string[] {
  const folder = findTextsFolder(packageFolder);
  const files = folder ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .sort();
}

/**
 * Reads a catalogue of a package. @returns An empty one when the package has none in the language.
 *
 * @throws when the file is not an object of texts.
 */
export function readCatalog(packageFolder: string, language: string): Catalog {
  const file = path.join(findTextsFolder(packageFolder) ?? '', `${language}.json`);
  if (!existsSync(file)) return {};
  const catalog: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isCatalog =
    typeof catalog === 'object' &&
    catalog !== null &&
    Object.values(catalog).every((value) => typeof value === 'string');
  if (!isCatalog) throw new Error(`${file} is not an object with a text for each English text.`);
  return catalog as Catalog;
}

function findPackageFolder(file: string): string {
  const folder = path.dirname(file);
  return existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)
    ? folder
    : findPackageFolder(folder);
}

/**
 * Writes the catalogue of each part of an app in each of its languages: the texts that the modules of the part name, from the
 * catalogues of their packages.
 *
 * @see docs/decisions/0067
 */
export class TextsPlugin {
  /** Describes the texts after the compilation. */
  described: Pick<BuildManifest, 'languages' | 'missingTexts'> = {};

  constructor(
    private readonly app: AppIdentity,
    /** Parts of the app by the name of their chunk: `{ main: 'shell' }`, `{ cart: 'cart' }`. */
    private readonly parts: Readonly<Record<string, string>>,
  ) {}

  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.rspack;
    compiler.hooks.thisCompilation.tap('TextsPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'TextsPlugin', stage }, () => {
        const languages = listLanguages(this.app.root);
        const folder = findTextsFolder(this.app.root);
        if (folder) compilation.contextDependencies.add(folder);
        const missing: Record<string, number> = {};
        for (const language of languages) {
          const untranslated = new Set<string>();
          for (const [chunk, part] of Object.entries(this.parts)) {
            const { catalog, missing } = selectTexts(compilation, chunk, language);
            for (const message of missing) untranslated.add(message);
            compilation.emitAsset(getTextsFile(part, language), new sources.RawSource(JSON.stringify(catalog)));
          }
          if (untranslated.size > 0) missing[language] = untranslated.size;
        }
        this.described = {
          ...(languages.length > 0 && { languages }),
          ...(Object.keys(missing).length > 0 && { missingTexts: missing }),
        };
      });
    });
  }
}

/** Selects the translations of a named chunk, and of the chunks that it loads later. */
function selectTexts(compilation: Compilation, chunk: string, language: string) {
  const catalog: Record<string, string> = {};
  const missing: string[] = [];
  const known = new Map<string, Catalog>();
  for (const file of listFiles(compilation, chunk)) {
    const packageFolder = findPackageFolder(file);
    const translations = known.get(packageFolder) ?? readCatalog(packageFolder, language);
    known.set(packageFolder, translations);
    for (const message of listTexts(readFileSync(file, 'utf8'), file)) {
      const translation = Object.hasOwn(translations, message) ? translations[message] : undefined;
      if (translation) catalog[message] = translation;
      else missing.push(message);
    }
  }
  return { catalog, missing };
}

/** Lists the source files of a named chunk and of the chunks that it loads later, sorted. */
function listFiles(compilation: Compilation, name: string): string[] {
  const groups = new Set<ChunkGroup>();
  const follow = (group: ChunkGroup) => {
    if (groups.has(group)) return;
    groups.add(group);
    for (const child of group.childrenIterable) follow(child);
  };
  const first = compilation.namedChunkGroups.get(name);
  if (first) follow(first);
  const modules = [...groups].flatMap((group) =>
    group.chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModules(chunk)]),
  );
  return [...new Set(modules.flatMap(listSources))].sort();
}

/** Lists the source files of a module, which may consist of several. */
function listSources(module: Module): string[] {
  const own = 'resource' in module && typeof module.resource === 'string' ? [module.resource.replace(/\?.*$/, '')] : [];
  const inner = 'modules' in module && Array.isArray(module.modules) ? module.modules.flatMap(listSources) : [];
  return [...own, ...inner].filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(file));
}
