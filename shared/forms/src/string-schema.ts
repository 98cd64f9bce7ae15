import { removeUnstorable } from '@shop/api-contract/typed-text';
import { string as createString } from 'yup';

const createTypedString = () =>
  createString().transform((value: unknown) => (typeof value === 'string' ? removeUnstorable(value) : value));

/**
 * Creates the schema of a typed text. It removes characters that the API refuses, such as a NUL in a pasted text: the shopper cannot
 * see them.
 *
 * @example const schema = object({ city: string().trim().required('Please enter a city') });
 */
export const string = createTypedString as typeof createString;
