import fc from 'fast-check';
import { hostileText, hostileValue } from './hostile-values';

/** The parts of JSON Schema that the schemas of the routes use. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, JsonSchema>>;
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minProperties?: number;
}

/** Values by the name of a property. They pass checks that no schema states, such as the id of an existing product. */
export type Examples = Readonly<Record<string, readonly unknown[]>>;

/**
 * Converts a schema into an arbitrary of valid values.
 *
 * @throws For a schema that this converter does not know.
 */
export function createValid(schema: JsonSchema, examples: Examples, name = ''): fc.Arbitrary<unknown> {
  const generated = createGenerated(schema, examples);
  const known = examples[name];
  return known ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, generated) : generated;
}

function createGenerated(schema: JsonSchema, examples: Examples): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => createValid(part, examples)));
  switch (schema.type) {
    case 'string':
      return createText(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 2 ** 31 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(createValid(schema.items ?? {}, examples), { maxLength: 5 });
    case 'object':
      return createObject(schema, examples);
    default:
      throw new Error(`Teach createValid this schema: ${JSON.stringify(schema)}`);
  }
}

function createText({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined && pattern !== '\\S') throw new Error(`Teach createText the pattern ${pattern}`);
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 60) });
  return pattern ? text.filter((value) => /\S/.test(value)) : text;
}

function createObject(
  { properties = {}, required = [], patternProperties, minProperties = 0 }: JsonSchema,
  examples: Examples,
) {
  const [entry] = Object.values(patternProperties ?? {});
  if (entry) {
    const keys = fc.oneof(fc.constantFrom(...(examples.keys ?? ['key']).map(String)), fc.string({ maxLength: 40 }));
    return fc.dictionary(keys, createValid(entry, examples), { minKeys: minProperties, maxKeys: 6 });
  }
  const values = Object.entries(properties).map(([key, part]) => [key, createValid(part, examples, key)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required] });
}

type Path = readonly (string | number)[];

/** Paths of a JSON value and of the values in it, four levels deep at most. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || path.length === 4) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => listPaths(part, [...path, key]))];
}

/** Changes one place of a copy of a value. */
function changeAt(value: unknown, [key, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((part, index) => (index === Number(key) ? changeAt(part, rest, change) : part));
  const entries = Object.entries(value as object).map(
    ([name, part]) => [name, name === String(key) ? changeAt(part, rest, change) : part] as const,
  );
  // An entry without a value is left out of the JSON text.
  return Object.fromEntries(entries);
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes of one place: another value, nothing, one more entry, or the value in a list. */
const change: fc.Arbitrary<(part: unknown) => unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileValue.map((value) => () => value) },
  fc.constant(() => undefined),
  fc.tuple(hostileText, hostileValue).map(
    ([name, value]) =>
      (part: unknown) =>
        isRecord(part) ? { ...part, [name]: value } : value,
  ),
  fc.constant((part: unknown) => [part]),
);

/** Turns valid values into values with one to three changed places. Some of the results are valid. */
export function mutate(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 });
  return fc.tuple(valid, changes).map(([value, list]) =>
    list.reduce<unknown>((changed, [position, apply]) => {
      const paths = listPaths(changed);
      return changeAt(changed, paths[position % paths.length] ?? [], apply);
    }, value),
  );
}
