import * as v from 'valibot';
import { isRecord, optionalDate, optionalText } from './scalars';

/** Specification 3, "User, login and registration". `createdAt` is ISO text, or empty when the server sent no date. */
export interface AccountInfo {
  firstName: string;
  lastName: string;
  email: string;
  createdAt: string;
}

const text = v.optional(optionalText, '');
const account = v.object({ firstName: text, lastName: text, email: text, createdAt: v.optional(optionalDate, '') });

/** `GET /accountInfo`: read from `data` if present, else the whole body; a body that names nobody is malformed. */
export const accountInfoReading = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => (isRecord(body.data) ? body.data : body)),
  account,
  v.check(({ firstName, lastName, email }) => Boolean(firstName || lastName || email), 'the account names nobody'),
);

/** `POST /users/authorize`: the token, or null when the answer carries none. */
export const tokenReading = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && typeof body.token === 'string' && body.token.trim() ? body.token : null)),
);
