import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/**
 * Compiles a TypeBox schema to Fastify's validator. A body is validated without conversion, because JSON has types. A
 * query has only text, so its decimal numbers and its booleans are converted, and an empty parameter counts as absent
 * (Specification 3 "Product list").
 */
export const compileTypeBoxValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? convertQuery(schema, removeEmptyParameters(value)) : value;
    if (validator.Check(candidate)) return { value: candidate };
    return { error: validator.Errors(candidate) as unknown as Error };
  };
};

/** Converts the parameters of a query. TypeBox also makes numbers of `true` and `0x10`, and 1 of `1.9`: these stay text. */
function convertQuery(schema: TSchema, query: Record<string, unknown>): Record<string, unknown> {
  const converted = Value.Convert(schema, { ...query }) as Record<string, unknown>;
  const isExact = (text: unknown, value: number) => /^-?\d+(\.\d+)?$/.test(String(text)) && Number(text) === value;
  return Object.fromEntries(
    Object.entries(converted).map(([name, value]) => {
      const text = query[name];
      return [name, typeof value === 'number' && !isExact(text, value) ? text : value];
    }),
  );
}

function removeEmptyParameters(query: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));
}
