import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listLanguages, listTexts, readCatalog } from '@shop/federation/texts';
import { root } from '@shop/release-cli/build/workspace';
import { parseSync } from '@swc/core';
import { IntlMessageFormat } from 'intl-messageformat';
import { isShopCode, listRepositoryFiles } from './repository-files';

/** The texts of an app or of a shared package. */
export interface TextPackage {
  /** Folder in the repository: `shell`, `shared/cart`. */
  folder: string;
  /** English texts in the code, sorted. */
  texts: readonly string[];
  /** Catalogue of each language. An empty value is a text without a translation. */
  catalogs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Texts of these packages are for developers: descriptions of schemas, examples, build settings, logs and test data. */
const withoutTexts =
  /^shared\/(api-contract|federation|remote-contract|server-runtime|testing)\/|\/testing\/|\.test\.tsx?$/;

/** Lists the source files of the shop that can hold texts. */
export const listTextSources = (): string[] =>
  listRepositoryFiles().filter((file) => isShopCode(file) && /\.tsx?$/.test(file) && !withoutTexts.test(file));

/** Gives the file with the translations of a package. */
export const getCatalogFile = (folder: string, language: string): string => `${folder}/src/texts/${language}.json`;

/** Sorts by code units, as `sort` does without a function. */
const sort = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();

/** Lists the packages that have texts or catalogues. */
export function listTextPackages(): TextPackage[] {
  // The store API sends e-mails and shows the page of its bank.
  const isStoreApi = (file: string) => /^store-api\/src\/.*(?<!\.test)\.ts$/.test(file);
  const files = [...listTextSources(), ...listRepositoryFiles().filter(isStoreApi)];
  const folders = sort(files.map((file) => file.replace(/\/src\/.*/, '')));
  return folders.flatMap((folder) => {
    const absolute = path.join(root, folder);
    const sources = files.filter((file) => file.startsWith(`${folder}/`));
    const texts = sort(sources.flatMap((file) => listTexts(readFileSync(path.join(root, file), 'utf8'), file)));
    const catalogs = Object.fromEntries(
      listLanguages(absolute).map((language) => [language, readCatalog(absolute, language)]),
    );
    return texts.length > 0 || Object.keys(catalogs).length > 0 ? [{ folder, texts, catalogs }] : [];
  });
}

/** Lists the languages of the shop besides English: a language exists when one package has a catalogue of it. */
export const listShopLanguages = (packages: readonly TextPackage[]): string[] =>
  sort(packages.flatMap(({ catalogs }) => Object.keys(catalogs)));

/** Lists the texts of a package that a language lacks. */
export function listMissingTexts({ texts, catalogs }: TextPackage, language: string): string[] {
  return texts.filter((text) => !catalogs[language]?.[text]);
}

/** Writes a catalogue with the texts of a package and no others. A text without a translation has an empty value. */
export function formatCatalog({ texts, catalogs }: TextPackage, language: string): string {
  const entries = texts.map((text) => [text, catalogs[language]?.[text] ?? '']);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number];

/** @throws when FormatJS cannot parse the message. */
function parseMessage(message: string): MessageElement[] {
  try {
    return new IntlMessageFormat(message, 'en-IN').getAst();
  } catch (error) {
    throw new Error(`"${message}" is not a message: ${(error as Error).message}`, { cause: error });
  }
}

/** Lists the elements of a message, those in its tags and branches too. */
function listElements(elements: readonly MessageElement[]): MessageElement[] {
  return elements.flatMap((element) => {
    const inner = 'children' in element ? element.children : [];
    const branches = 'options' in element ? Object.values(element.options).flatMap(({ value }) => value) : [];
    return [element, ...listElements([...inner, ...branches])];
  });
}

/** Kinds of elements of FormatJS. 0 is plain text, and 7 the `#` of a plural. */
const kinds: Readonly<Record<number, string>> = {
  1: 'text',
  2: 'number',
  3: 'date',
  4: 'time',
  5: 'select',
  6: 'plural',
  8: 'tag',
};

/**
 * Describes what a translation must have in common with its English text. The reference is the parser of FormatJS.
 *
 * @returns The arguments and tags, sorted.
 * @throws when FormatJS cannot parse the message.
 */
export function describeMessage(message: string): string {
  const parts = listElements(parseMessage(message)).map((element) => {
    const kind = kinds[element.type];
    return kind && 'value' in element ? `{${element.value}: ${kind}}` : '';
  });
  return sort(parts).join(' ').trim();
}

/** Counts the words of a message, in all of its branches. */
function countWords(message: string): number {
  const plain = listElements(parseMessage(message)).map((element) => (element.type === 0 ? element.value : ''));
  return plain.join(' ').match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0;
}

/** Writes the numbers of texts and words of each package, and how many texts each language has. */
export function formatTextTable(packages: readonly TextPackage[], languages: readonly string[]): string {
  const rows = packages.map((textPackage) => [
    textPackage.folder,
    textPackage.texts.length,
    textPackage.texts.reduce((sum, text) => sum + countWords(text), 0),
    ...languages.map((language) => textPackage.texts.length - listMissingTexts(textPackage, language).length),
  ]);
  const sums = Array.from({ length: 2 + languages.length }, (_, column) =>
    rows.reduce((sum, row) => sum + Number(row[column + 1]), 0),
  );
  const lines = [['', 'Texts', 'Words', ...languages], ...rows, ['Together', ...sums]];
  const width = Math.max(...lines.map(([name]) => String(name).length));
  return lines
    .map(([name, ...numbers]) => String(name).padEnd(width) + numbers.map((cell) => String(cell).padStart(8)).join(''))
    .join('\n');
}

/** Attributes and properties whose texts a person reads or hears. */
const textNames =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|subtitle|label|placeholder|description|helperText|failure|message)$/;
const hasWord = /\p{L}/u;

/** A node of the syntax tree. Only the properties that are read have types. */
interface SyntaxNode {
  type: string;
  value?: string;
  name?: SyntaxNode;
  key?: SyntaxNode;
  [property: string]: unknown;
}

interface CallNode {
  callee: SyntaxNode & { object?: SyntaxNode; property?: SyntaxNode };
  arguments: { expression: SyntaxNode }[];
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Lists the texts that an expression can have as its value. Arguments of calls are not values: `t('…')` has none. */
function listValues(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'StringLiteral':
      return [node.value ?? ''];
    case 'TemplateLiteral':
      return (node.quasis as { cooked?: string }[]).map(({ cooked = '' }) => cooked);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(listValues);
    case 'BinaryExpression':
      return /^(\|\||\?\?|&&|\+)$/.test(String(node.operator)) ? [node.left, node.right].flatMap(listValues) : [];
    case 'ParenthesisExpression':
    case 'JSXExpressionContainer':
    case 'TsConstAssertion':
    case 'TsAsExpression':
      return listValues(node.expression);
    default:
      return [];
  }
}

/** Lists what the build does not find in the argument of `t`, `t.rich` or `text`: it finds one literal. */
function listHiddenTexts({ callee, arguments: [first] }: CallNode): string[] {
  const called = callee.type === 'MemberExpression' && callee.property?.value === 'rich' ? callee.object : callee;
  if (called?.type !== 'Identifier' || !/^(t|text)$/.test(called.value ?? '')) return [];
  const values = listValues(first?.expression);
  const isLiteral = /^(String|Template)Literal$/.test(first?.expression.type ?? '') && values.length === 1;
  return isLiteral ? [] : values;
}

/** Lists the texts of one node that a person reads or hears and that nothing translates. */
function listOwnTexts(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'CallExpression':
      return listHiddenTexts(node as unknown as CallNode);
    case 'JSXText':
      return [node.value ?? ''];
    case 'JSXAttribute':
      return textNames.test(String(node.name?.value)) ? listValues(node.value) : [];
    case 'KeyValueProperty':
      return textNames.test(String(node.key?.value)) ? listValues(node.value) : [];
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as unknown[]).flatMap(listValues);
    default:
      return [];
  }
}

/**
 * Finds the texts in the elements, the attributes and the objects of a source file that do not pass through `t` or `text`, and those
 * in calls of `t` and `text` that the build does not find.
 *
 * @example findUntranslated('cart.tsx', 'const cart = <p>Cart</p>') // ['Cart']
 */
export function findUntranslated(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      if (isNode(value)) found.push(...listOwnTexts(value));
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }).body);
  return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => hasWord.test(text));
}
