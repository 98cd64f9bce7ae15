import { type Static, Type } from 'typebox';

const Email = Type.String({ format: 'email', maxLength: 254 });
/** Argon2 takes any length; the ceiling keeps one request from costing a core. */
const Password = Type.String({ minLength: 6, maxLength: 256 });

export const Credentials = Type.Object(
  { email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) },
  { $id: 'Credentials' },
);
export type Credentials = Static<typeof Credentials>;

export const AuthorizeReply = Type.Object({ token: Type.String() }, { $id: 'AuthorizeReply' });
export type AuthorizeReply = Static<typeof AuthorizeReply>;

export const Registration = Type.Object(
  {
    email: Email,
    password: Password,
    firstName: Type.String({ minLength: 2, maxLength: 100 }),
    lastName: Type.String({ minLength: 2, maxLength: 100 }),
  },
  { $id: 'Registration' },
);
export type Registration = Static<typeof Registration>;

export const AccountInfo = Type.Object(
  {
    firstName: Type.String(),
    lastName: Type.String(),
    email: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { $id: 'AccountInfo' },
);
export type AccountInfo = Static<typeof AccountInfo>;

/** The specification reads the account from `data` if present, else from the whole body; the reference API sends `data`. */
export const AccountInfoReply = Type.Object({ data: AccountInfo }, { $id: 'AccountInfoReply' });
