import * as v from 'valibot';

/** A document that is missing, or is not what it should be: the store itself could be read. */
export class CorruptDocumentError extends Error {}

/**
 * Parses a JSON document of the release store.
 *
 * @param where Its key, for the message.
 * @throws {CorruptDocumentError} One sentence that names the first thing that is wrong.
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
  throw new CorruptDocumentError(`${where} is malformed: ${place ? `${place}: ` : ''}${issue.message}`);
}

function readJson(bytes: Uint8Array, where: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new CorruptDocumentError(`${where} is malformed: it is not JSON`);
  }
}
