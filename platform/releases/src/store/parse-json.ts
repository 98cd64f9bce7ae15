import * as v from 'valibot';

/** A document is missing from the release store, or has an invalid content. The store itself was readable. */
export class CorruptDocumentError extends Error {
  override name = 'CorruptDocumentError';
}

/**
 * Parses a JSON document of the release store.
 *
 * @throws {CorruptDocumentError} The message names the first invalid field.
 */
export function parseJson<Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
  where: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, decodeJson(bytes, where));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new CorruptDocumentError(`${where} is malformed: ${field ? `${field}: ` : ''}${issue.message}`);
}

function decodeJson(bytes: Uint8Array, where: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new CorruptDocumentError(`${where} is malformed: it is not JSON`);
  }
}
