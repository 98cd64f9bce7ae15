import type { FastifySchemaValidationError } from 'fastify';

/**
 * Formats the first validation error of a request as a message that names the field, for example
 * `password must have at least 6 characters.`
 *
 * @param context Request part of the field: `body`, `querystring`, `params` or `headers`.
 */
export function formatValidationMessage(error: FastifySchemaValidationError | undefined, context = 'body'): string {
  if (!error) return 'The request is not valid.';
  const field = formatFieldName(error.instancePath);
  const name = field || (context === 'body' ? 'The body' : 'The request');
  const { requiredProperties, type } = error.params;
  const limit = Number(error.params.limit);
  switch (error.keyword) {
    case 'required':
      return `${formatMissingField(field, requiredProperties)} is required.`;
    case 'type':
      return `${name} must be ${typeNames[String(type)] ?? 'of another type'}.`;
    case 'format':
      return `${name} must be a valid ${error.params.format === 'email' ? 'e-mail address' : String(error.params.format)}.`;
    case 'pattern':
      return `${name} must not be blank.`;
    case 'minLength':
      return limit === 1 ? `${name} must not be blank.` : `${name} must have at least ${limit} characters.`;
    case 'maxLength':
      return `${name} must have at most ${limit} characters.`;
    case 'minimum':
      return `${name} must be at least ${limit}.`;
    case 'maximum':
      return `${name} must be at most ${limit}.`;
    case 'minItems':
    case 'minProperties':
      return `${name} must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}.`;
    case 'maxItems':
    case 'maxProperties':
      return `${name} must have at most ${limit} entries.`;
    default:
      return `${name} is not valid.`;
  }
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** Formats a JSON pointer: `/shippingAddress/city` becomes `shippingAddress.city`. A long name is cut at 80 characters. */
function formatFieldName(pointer: string): string {
  const name = pointer.split('/').slice(1).join('.').replaceAll('~1', '/').replaceAll('~0', '~');
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}

function formatMissingField(parent: string, names: unknown): string {
  const first = Array.isArray(names) ? String(names[0]) : 'A field';
  return parent ? `${parent}.${first}` : first;
}
