import type { FastifySchemaValidationError } from 'fastify';

/**
 * Says in plain words what is wrong with a request, naming the field: `password must have at least 6 characters.`
 * The first problem is told; a caller mends one at a time.
 *
 * @param context Where the field was looked for: `body`, `querystring`, `params` or `headers`.
 */
export function validationSentence(problem: FastifySchemaValidationError | undefined, context = 'body'): string {
  if (!problem) return 'The request is not understood.';
  const field = fieldName(problem.instancePath);
  const name = field || (context === 'body' ? 'The body' : 'The request');
  const { requiredProperties, type } = problem.params;
  const limit = Number(problem.params.limit);
  switch (problem.keyword) {
    case 'required':
      return `${missingNames(field, requiredProperties)} is required.`;
    case 'type':
      return `${name} must be ${typeInWords[String(type)] ?? 'of another kind'}.`;
    case 'format':
      return `${name} must be a valid ${problem.params.format === 'email' ? 'e-mail address' : String(problem.params.format)}.`;
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
    case 'minProperties':
      return `${name} must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}.`;
    case 'maxProperties':
      return `${name} must have at most ${limit} entries.`;
    default:
      return `${name} is not valid.`;
  }
}

const typeInWords: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

/** `/shippingAddress/city` becomes `shippingAddress.city`; a name someone made up is cut, so the sentence stays one. */
function fieldName(pointer: string): string {
  const name = pointer.split('/').slice(1).join('.').replaceAll('~1', '/').replaceAll('~0', '~');
  return name.length > 80 ? `${name.slice(0, 80)}…` : name;
}

function missingNames(parent: string, names: unknown): string {
  const first = Array.isArray(names) ? String(names[0]) : 'A field';
  return parent ? `${parent}.${first}` : first;
}
