import { redact } from './format-error';

/** SQLSTATE class 22, "data exception": the message quotes the value that the database rejected. */
const dataException = /^22/;

/** Properties of a database error that name parts of the schema and never contain values. */
const schemaProperties = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'statusCode'] as const;

export interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [property: string]: unknown;
}

/**
 * Serializes an error for the log without secrets and personal data. Errors of a database carry the query's parameters and the
 * values of a row, which are names, addresses and phone numbers of shoppers. These properties are left out.
 */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const properties = new Map<string, unknown>(Object.entries(error));
  const kept = schemaProperties.flatMap((name) =>
    properties.has(name) ? [[name, properties.get(name)] as const] : [],
  );
  const isPrivate = dataException.test(String(properties.get('code')));
  // The first lines of a stack repeat the message. The frames start with "at".
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: isPrivate ? 'The message is left out, because it quotes data.' : redact(error.message),
    stack: frames.map(redact).join('\n'),
    ...Object.fromEntries(kept),
  };
}
