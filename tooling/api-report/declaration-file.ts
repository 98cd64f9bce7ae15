/** A top-level name of a declaration file: the text of all its statements (overloads, merged interfaces). */
export interface Declaration {
  isType: boolean;
  text: string;
}

/** A name that another file defines. */
export interface ForeignName {
  specifier: string;
  /** Name in the other file; `*` for the whole module. */
  name: string;
}

/** The parts of a declaration file that decide what it exports. */
export interface DeclarationFile {
  /** Names that the file defines. */
  declarations: Map<string, Declaration>;
  imports: Map<string, ForeignName>;
  /** Exported names with the local name, or with the name in another file. */
  exports: Map<string, { local: string } | ForeignName>;
  /** Specifiers of `export * from`. */
  starExports: string[];
}

/**
 * Removes the comments of a declaration file. Strings stay as they are.
 *
 * @param text Output of the compiler.
 */
export function stripComments(text: string): string {
  const withoutComments = text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_match, quoted?: string) => quoted ?? '',
  );
  return withoutComments
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n+/, '');
}

/** Splits a file without comments into its top-level statements. The compiler indents all other lines, or begins them with a bracket. */
function splitStatements(text: string): string[] {
  const statements: string[] = [];
  for (const line of text.split('\n')) {
    if (/^[A-Za-z]/.test(line)) statements.push(line);
    else if (line && statements.length > 0) statements.push(`${statements.pop()}\n${line}`);
  }
  return statements;
}

const declarationPattern =
  /^(?<exported>export )?(?:default )?(?:declare )?(?:abstract )?(?<kind>const enum|const|let|var|function|class|enum|namespace|interface|type) (?<name>[\w$]+)/;
const typeKinds = ['interface', 'type'];

/**
 * Parses a declaration file, as the compiler writes it, without comments.
 *
 * @throws When a statement has an unknown form: a report must not leave out an export silently.
 */
export function parseDeclarationFile(text: string): DeclarationFile {
  const file: DeclarationFile = { declarations: new Map(), imports: new Map(), exports: new Map(), starExports: [] };
  for (const statement of splitStatements(text)) {
    const declared = statement.match(declarationPattern)?.groups;
    if (declared) addDeclaration(file, statement, declared);
    else if (!addLink(file, statement)) throw new Error(`Unknown statement in a declaration file: ${statement}`);
  }
  return file;
}

function addDeclaration(
  { declarations, exports }: DeclarationFile,
  statement: string,
  { exported, kind = '', name = '' }: Record<string, string | undefined>,
): void {
  const isType = typeKinds.includes(kind);
  const names = kind === 'const' || kind === 'let' ? listVariables(statement) : [name];
  for (const declared of names) {
    const known = declarations.get(declared);
    declarations.set(declared, {
      isType: isType && (known?.isType ?? true),
      text: [...(known ? [known.text] : []), statement].join('\n'),
    });
    if (exported) exports.set(/^export default /.test(statement) ? 'default' : declared, { local: declared });
  }
}

/** Lists the variables of a statement: `export declare const a: A, b: B;`. */
function listVariables(statement: string): string[] {
  const body = statement.replace(/^.*?\b(?:const|let|var) /, '').replaceAll('=>', '  ');
  let depth = 0;
  let flat = '';
  for (const character of body) {
    if ('([{<'.includes(character)) depth += 1;
    if (depth === 0) flat += character;
    if (')]}>'.includes(character)) depth -= 1;
  }
  return [...flat.matchAll(/(?:^|,)\s*([\w$]+)\s*(?=[:=])/g)].map(([, name = '']) => name);
}

/** Adds an import or a re-export. @returns False for another statement. */
function addLink({ imports, exports, starExports }: DeclarationFile, statement: string): boolean {
  // An augmentation adds to a type of another package, and exports nothing.
  if (/^(export (type )?\{\}|declare module |declare global )/.test(statement)) return true;
  const [, verb, clause = '', specifier] =
    statement.match(/^(import|export) (?:type )?([\s\S]*?)(?: from )?(?:["']([^"']+)["'])?;$/) ?? [];
  if (!verb) return false;
  const names = listNames(clause);
  if (verb === 'import') {
    for (const [name, local] of names) imports.set(local, { specifier: specifier ?? '', name });
    return true;
  }
  if (clause === '*' && specifier) starExports.push(specifier);
  const [, defaultName] = clause.match(/^default ([\w$]+)$/) ?? [];
  if (defaultName) exports.set('default', { local: defaultName });
  for (const [name, exported] of names) exports.set(exported, specifier ? { specifier, name } : { local: name });
  return clause === '*' || defaultName !== undefined || names.length > 0;
}

/** Lists the names of an import or export clause as pairs: the name in the other module, and the name here. */
function listNames(clause: string): [name: string, local: string][] {
  const [, namespace] = clause.match(/^\* as ([\w$]+)$/) ?? [];
  if (namespace) return [['*', namespace]];
  const [, defaultName, list = ''] = clause.match(/^(?:([\w$]+),?\s*)?(?:\{([\s\S]*)\})?$/) ?? [];
  const listed = list.split(',').flatMap((part): [string, string][] => {
    const [, name, local = name] = part.trim().match(/^(?:type )?([\w$]+)(?: as ([\w$]+))?$/) ?? [];
    return name && local ? [[name, local]] : [];
  });
  return [...(defaultName ? [['default', defaultName] as [string, string]] : []), ...listed];
}
