import { maxEmailLength } from '@shop/api-contract/submission-limits';
import { readEmail } from '@shop/api-contract/typed-text';
import { string, tooLong } from '@shop/forms/form';
import { text } from '@shop/language/texts';

const invalidEmail = text('Invalid email address');

/** The e-mail address of an account, read as people paste it. Specification 5 "Login" and "Register". */
export const emailSchema = string()
  .trim()
  .transform((value: string) => readEmail(value) ?? value)
  .required(invalidEmail)
  .email(invalidEmail)
  .max(maxEmailLength, tooLong);
