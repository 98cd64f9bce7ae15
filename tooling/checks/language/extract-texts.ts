import { parseSync } from '@swc/core';

/** Kinds of text that people write in a source file. */
export type TextKind = 'comment' | 'title' | 'message' | 'identifier' | 'prose';

/** A text of a file. */
export interface SourceText {
  kind: TextKind;
  /** Number of the line on which the text begins, from 1. */
  line: number;
  text: string;
}

interface Span {
  start: number;
  end: number;
}

/** A node of swc's syntax tree. */
interface Node {
  type: string;
  span?: Span;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function getCalleeName(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.value);
  if (callee.type === 'MemberExpression') return getCalleeName(callee.object);
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    return getCalleeName(callee.callee ?? callee.tag);
  }
  return '';
}

const isTestCall = (node: Node): boolean =>
  node.type === 'CallExpression' && /^(test|it|describe)|^in[A-Z]\w+$/.test(getCalleeName(node.callee));

/** Nodes whose text is not code: comments are searched outside of them. */
const literalTypes = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);

/**
 * Extracts comments, test titles, strings and names of declarations from a TypeScript or JavaScript source.
 *
 * A string counts as a message when it has at least three words. A comment loses its stars and slashes.
 *
 * @param tsx Whether the source contains JSX.
 */
export function extractTexts(source: string, { tsx = false } = {}): SourceText[] {
  // swc counts bytes, and from the first token. A semicolon in front makes the first token begin at 0.
  const prefixed = Buffer.from(`;${source.replace(/^#!/, '//')}`);
  const module = parseSync(prefixed.toString(), { syntax: 'typescript', tsx, target: 'es2022' }) as unknown as Node;
  const base = module.span?.start ?? 0;
  const lines = createLineFinder(prefixed);
  const literals: Span[] = [];
  const texts: SourceText[] = [];
  const titles = new Set<unknown>();
  visit(module, (node) => {
    const span = node.span && { start: node.span.start - base, end: node.span.end - base };
    if (isTestCall(node)) {
      const [first] = node.arguments as { expression: Node }[];
      if (first) titles.add(first.expression);
    }
    if (!span) return;
    const name = getDeclaredName(node);
    if (name) texts.push({ kind: 'identifier', line: lines(span.start), text: name });
    if (node.type === 'TemplateLiteral' && titles.has(node)) for (const part of node.quasis as Node[]) titles.add(part);
    if (!literalTypes.has(node.type)) return;
    literals.push(span);
    const text = getLiteralText(node);
    if (titles.has(node)) texts.push({ kind: 'title', line: lines(span.start), text });
    else if (text.trim().split(/\s+/).length >= 3) texts.push({ kind: 'message', line: lines(span.start), text });
  });
  return [...texts, ...extractComments(prefixed, literals, lines)].sort((a, b) => a.line - b.line);
}

function getLiteralText(node: Node): string {
  if (node.type === 'RegExpLiteral') return '';
  const value = node.type === 'TemplateElement' ? (node.cooked ?? node.raw) : node.value;
  return typeof value === 'string' ? value : '';
}

/** Name that a node declares. Empty when it declares none. */
function getDeclaredName(node: Node): string {
  const declares = ['FunctionDeclaration', 'VariableDeclarator', 'ClassDeclaration', 'TsInterfaceDeclaration'];
  if (!declares.includes(node.type)) return '';
  const name = node.identifier ?? node.id;
  return isNode(name) && name.type === 'Identifier' ? String(name.value) : '';
}

function visit(value: unknown, enter: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, enter);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) enter(value);
  for (const field of Object.values(value)) visit(field, enter);
}

/** Finds the comments between the literals. */
function extractComments(source: Buffer, literals: Span[], lines: (offset: number) => number): SourceText[] {
  const code = Buffer.from(source);
  for (const { start, end } of literals) code.fill('_', start, end);
  const found = code.toString('latin1').matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g);
  return [...found].map(({ index, 0: match }) => ({
    kind: 'comment',
    line: lines(index),
    text: source
      .subarray(index, index + match.length)
      .toString()
      .replace(/^\/\*\*?|\*\/$|^\/\/+/g, '')
      .replace(/\n\s*\* ?/g, '\n'),
  }));
}

function createLineFinder(source: Buffer): (offset: number) => number {
  const starts = [0];
  for (let index = source.indexOf(10); index >= 0; index = source.indexOf(10, index + 1)) starts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
