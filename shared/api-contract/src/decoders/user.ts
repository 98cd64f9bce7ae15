import * as v from 'valibot';
import { optionalDate, optionalText } from './scalars';
import { isRecord } from './values';

/** Specification 3, "User, login and registration". */
export interface AccountInfo {
  firstName: string;
  lastName: string;
  email: string;
  /** ISO 8601 text, or empty when the server sent no date. */
  createdAt: string;
}

const text = v.optional(optionalText, '');
const accountDecoder = v.object({
  firstName: text,
  lastName: text,
  email: text,
  createdAt: v.optional(optionalDate, ''),
});

/** `GET /accountInfo`: the account is `data` if present, else the body. An account without name and e-mail is invalid. Interpretation 7. */
export const accountInfoDecoder = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => (isRecord(body.data) ? body.data : body)),
  accountDecoder,
  v.check(
    ({ firstName, lastName, email }) => Boolean(firstName || lastName || email),
    'The account has neither a name nor an e-mail address.',
  ),
);

/** `POST /users/authorize`: the token, or null when the response has none. */
export const tokenDecoder = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && typeof body.token === 'string' && body.token.trim() ? body.token : null)),
);
