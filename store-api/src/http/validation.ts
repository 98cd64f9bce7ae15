import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/**
 * Compiles a TypeBox schema to Fastify's validator. A body is validated without conversion, because JSON has types. A
 * query has only text, so its numbers and booleans are converted, and an empty parameter counts as absent
 * (Specification 3 "Product list").
 */
export const compileTypeBoxValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? Value.Convert(schema, removeEmptyParameters(value)) : value;
    if (validator.Check(candidate)) return { value: candidate };
    return { error: validator.Errors(candidate) as unknown as Error };
  };
};

function removeEmptyParameters(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));
}
