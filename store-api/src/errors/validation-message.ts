import { text } from '@shop/language/format-message';
import type { FastifySchemaValidationError } from 'fastify';
import type { Texts } from '../texts/texts';

/** Names of the fields that a shopper fills in. Other names are those of the API. */
const shopperNames: Readonly<Record<string, string>> = {
  email: text('The e-mail address'),
  password: text('The password'),
  firstName: text('The first name'),
  lastName: text('The last name'),
  contactInfo: text('The email or phone'),
  'shippingAddress.fullName': text('The full name'),
  'shippingAddress.address': text('The address'),
  'shippingAddress.city': text('The city'),
  'shippingAddress.state': text('The state'),
  'shippingAddress.postalCode': text('The postal code'),
  'shippingAddress.phone': text('The phone number'),
  products: text('The list of products'),
};

/**
 * Formats the first validation error of a request as a message that names the field, for example
 * `The password must have at least 6 characters.`
 *
 * @param context Request part of the field: `body`, `querystring`, `params` or `headers`.
 */
export function formatValidationMessage(
  error: FastifySchemaValidationError | undefined,
  context = 'body',
  t: Texts,
): string {
  if (!error) return t('The request is not valid.');
  const { keyword, params } = error;
  const field = formatFieldName(error.instancePath);
  const limit = Number(params.limit);
  if (field.startsWith('products.')) return formatQuantityMessage(keyword, limit, t);
  const name = formatName(
    keyword === 'required' ? findMissingField(field, params.requiredProperties) : field,
    context,
    t,
  );
  switch (keyword) {
    case 'required':
      return t('{name} is required.', { name });
    case 'type':
      return `${name} must be ${typeNames[String(params.type)] ?? 'of another type'}.`;
    case 'format':
      if (params.format !== 'email') return `${name} must be a valid ${String(params.format)}.`;
      return t('{name} must be a valid e-mail address.', { name });
    case 'pattern':
      return t('{name} must not be blank.', { name });
    case 'minLength':
      if (limit === 1) return t('{name} must not be blank.', { name });
      return t('{name} must have at least {limit} characters.', { name, limit });
    case 'maxLength':
      return t('{name} must have at most {limit} characters.', { name, limit });
    case 'minimum':
      return t('{name} must be at least {limit}.', { name, limit });
    case 'maximum':
      return t('{name} must be at most {limit}.', { name, limit });
    case 'minItems':
    case 'minProperties':
      return t('{name} must have at least {limit, plural, one {# entry} other {# entries}}.', { name, limit });
    case 'maxItems':
    case 'maxProperties':
      return t('{name} must have at most {limit, plural, one {# entry} other {# entries}}.', { name, limit });
    default:
      return t('{name} is not valid.', { name });
  }
}

/** The message about the quantity of one product. The key of the product says nothing to a shopper. */
function formatQuantityMessage(keyword: string, limit: number, t: Texts): string {
  if (keyword === 'maximum') return t('An order takes at most {limit} pieces of one product.', { limit });
  return t('The quantity of a product must be a whole number of 1 or more.');
}

function formatName(field: string, context: string, t: Texts): string {
  const shopperName = shopperNames[field];
  if (shopperName) return t(shopperName);
  return field || (context === 'body' ? 'The body' : 'The request');
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

function findMissingField(parent: string, names: unknown): string {
  const first = Array.isArray(names) ? String(names[0]) : 'A field';
  return parent ? `${parent}.${first}` : first;
}
