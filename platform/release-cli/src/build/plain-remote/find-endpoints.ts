import type { Program } from '@swc/core';
import { isNode, type Node, read } from './syntax-tree';

/** What the code of a build says about the endpoints that it adds to the store API. */
export interface FoundEndpoints {
  names: string[];
  /** Calls of `injectEndpoints` whose names are not written in the call. */
  unreadable: number;
}

/** Removes the parentheses around an expression. */
const unwrap = (value: unknown): unknown =>
  read(value, 'type') === 'ParenthesisExpression' ? unwrap(read(value, 'expression')) : value;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Reads the key of a property. A method and a shorthand have one too. */
function readKey(property: unknown): string | undefined {
  const key = read(property, 'type') === 'Identifier' ? property : read(property, 'key');
  const name = read(key, 'value');
  return typeof name === 'string' ? name : undefined;
}

const findProperty = (object: unknown, name: string): unknown =>
  list(read(object, 'properties')).find((property) => readKey(property) === name);

/** Finds the object that a function returns. */
function findReturned(definition: unknown): unknown {
  const body = unwrap(read(definition, 'body'));
  const statements = read(body, 'stmts');
  if (!Array.isArray(statements)) return body;
  const last: unknown = statements.at(-1);
  return read(last, 'type') === 'ReturnStatement' ? unwrap(read(last, 'argument')) : undefined;
}

/** Reads the names in `injectEndpoints({ endpoints: (build) => ({ name: … }) })`. Null when they are computed. */
function readNames(call: Node): string[] | null {
  const options = unwrap(read(list(call.arguments)[0], 'expression'));
  const endpoints = findProperty(options, 'endpoints');
  const isMethod = read(endpoints, 'type') === 'MethodProperty';
  const returned = findReturned(isMethod ? endpoints : unwrap(read(endpoints, 'value')));
  if (read(returned, 'type') !== 'ObjectExpression') return null;
  const names = list(read(returned, 'properties')).map(readKey);
  return names.every((name) => name !== undefined) ? names : null;
}

/** Finds the endpoints that a script adds to the store API. A minifier keeps the names of properties. */
export function findEndpoints(program: Program): FoundEndpoints {
  const found: FoundEndpoints = { names: [], unreadable: 0 };
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && read(value, 'callee', 'property', 'value') === 'injectEndpoints') {
      const names = readNames(value);
      if (names) found.names.push(...names);
      else found.unreadable += 1;
    }
    Object.values(value).forEach(visit);
  };
  visit(program);
  return found;
}
