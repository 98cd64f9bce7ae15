import type { Program } from '@swc/core';

/** A node of a syntax tree of swc, or a list of nodes. */
export type Node = Readonly<Record<string, unknown>>;

/** Whether a value of a syntax tree is a node or a list. */
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Returns a field of a node, or undefined. */
export const read = (value: unknown, ...fields: string[]): unknown =>
  fields.reduce<unknown>((found, field) => (isNode(found) ? found[field] : undefined), value);

/** Parses a script of a build. @throws When it has an error of syntax. */
export async function parseScript(code: string, isModule: boolean): Promise<Program> {
  const { parse } = await import('@swc/core');
  const options = { syntax: 'ecmascript', target: 'es2022' } as const;
  return isModule ? parse(code, options) : parse(code, { ...options, isModule: false });
}
