import type { Program } from '@swc/core';
import { isNode, read } from './syntax-tree';

/** Names of the calls in a chunk of data: it adds itself to the list of chunks, and reads JSON. */
const callsOfData: ReadonlySet<unknown> = new Set(['push', 'isArray', 'parse']);

const functions: ReadonlySet<unknown> = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'],
  ...['MethodProperty', 'GetterProperty', 'SetterProperty', 'ClassMethod', 'Constructor'],
]);

/**
 * Whether a script holds more than data. A chunk of rspack or webpack with nothing but JSON, style sheets and addresses
 * of files holds none: its modules are functions that call nothing and contain no function.
 */
export function holdsCode(program: Program): boolean {
  const visit = (value: unknown, isInFunction: boolean): boolean => {
    if (!isNode(value)) return false;
    const isFunction = functions.has(value.type);
    if (isFunction && isInFunction) return true;
    const isCall = value.type === 'CallExpression' || value.type === 'NewExpression';
    if (isCall && !callsOfData.has(read(value, 'callee', 'property', 'value'))) return true;
    return Object.values(value).some((child) => visit(child, isInFunction || isFunction));
  };
  return visit(program, false);
}
