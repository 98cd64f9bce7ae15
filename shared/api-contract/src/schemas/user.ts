import { type Static, Type } from 'typebox';
import {
  maxEmailLength,
  maxNameLength,
  maxPasswordLength,
  minNameLength,
  minPasswordLength,
} from '../submission-limits';

const Email = Type.String({ format: 'email', maxLength: maxEmailLength });
const Password = Type.String({ minLength: minPasswordLength, maxLength: maxPasswordLength });

export const CredentialsJson = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: maxPasswordLength }) },
  { $id: 'Credentials' },
);
export type CredentialsJson = Static<typeof CredentialsJson>;

export const AuthorizeResponseJson = Type.Object({ token: Type.String() }, { $id: 'AuthorizeResponse' });
export type AuthorizeResponseJson = Static<typeof AuthorizeResponseJson>;

export const RegistrationJson = Type.Object(
  {
    email: Email,
    password: Password,
    firstName: Type.String({ minLength: minNameLength, maxLength: maxNameLength }),
    lastName: Type.String({ minLength: minNameLength, maxLength: maxNameLength }),
  },
  { $id: 'Registration' },
);
export type RegistrationJson = Static<typeof RegistrationJson>;

export const AccountInfoJson = Type.Object(
  {
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'AccountInfo' },
);
export type AccountInfoJson = Static<typeof AccountInfoJson>;

/** Body of `GET /accountInfo`. Screens also accept an account without `data`; the reference API always sends `data`. */
export const AccountInfoResponseJson = Type.Object({ data: AccountInfoJson }, { $id: 'AccountInfoResponse' });
