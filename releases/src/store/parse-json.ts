import * as v from 'valibot';

/**
 * Parses a JSON document of the release store.
 *
 * @param where Its key, for the message.
 * @throws One sentence that names the first thing that is wrong.
 */
export function parseJson<Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
  where: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, readJson(bytes, where));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  throw new Error(`${where} is malformed: ${place ? `${place}: ` : ''}${issue.message}`);
}

function readJson(bytes: Uint8Array, where: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`${where} is malformed: it is not JSON`);
  }
}
