import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/**
 * Checks requests against their TypeBox schemas. A body is taken as it is: JSON has types. A query has text only, so
 * its numbers and booleans are converted, and a parameter left empty counts as absent (Specification 3 "Product
 * list").
 */
export const compileTypeBoxValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? Value.Convert(schema, withoutBlanks(value)) : value;
    if (validator.Check(candidate)) return { value: candidate };
    return { error: validator.Errors(candidate) as unknown as Error };
  };
};

function withoutBlanks(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''));
}
