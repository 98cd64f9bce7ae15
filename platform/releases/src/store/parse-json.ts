import * as v from 'valibot';

/** A document is missing from the release store, or has an invalid content. The store itself was readable. */
export class CorruptDocumentError extends Error {
  override name = 'CorruptDocumentError';
}

/** Reads a document. @returns Null when it is corrupt. Errors of the store pass through: they say nothing about its documents. */
export async function nullIfCorrupt<Document>(read: () => Document | Promise<Document>): Promise<Document | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CorruptDocumentError) return null;
    throw error;
  }
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
