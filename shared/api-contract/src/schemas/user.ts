import { type Static, Type } from 'typebox';

const Email = Type.String({ format: 'email', maxLength: 254 });
/** The maximum length bounds the CPU time that one argon2 hash takes. */
const Password = Type.String({ minLength: 6, maxLength: 256 });

export const CredentialsJson = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) },
  { $id: 'Credentials' },
);
export type CredentialsJson = Static<typeof CredentialsJson>;

export const AuthorizeResponseJson = Type.Object({ token: Type.String() }, { $id: 'AuthorizeResponse' });
export type AuthorizeResponseJson = Static<typeof AuthorizeResponseJson>;

export const RegistrationJson = Type.Object(
  {
    email: Email,
    password: Password,
    firstName: Type.String({ minLength: 2, maxLength: 100 }),
    lastName: Type.String({ minLength: 2, maxLength: 100 }),
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
