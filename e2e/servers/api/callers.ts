import type { Cell } from './authorization-table';
import { type Account, createOrderBody } from './kit/test-api';
import { wrongTokens } from './kit/wrong-tokens';

type Header = readonly [name: string, value: string];

/** Who a request claims to be. */
export interface Caller {
  name: string;
  /** Whom the server should see. `unreadable`: the HTTP parser rejects the request before any route. */
  seenAs: 'owner' | 'other' | 'anonymous' | 'operator' | 'unreadable';
  /** Status of every route, for `unreadable`. */
  status?: number;
  /** The request has an Origin header, as those of a page. */
  isPage?: boolean;
  headers: (cell: Cell, other: Account) => Promise<readonly Header[]> | readonly Header[];
}

const authorization = (value: string): Header => ['Authorization', value];
const bearer = (token: string) => [authorization(`Bearer ${token}`)];

const anonymous = (name: string, headers: Caller['headers']): Caller => ({ name, seenAs: 'anonymous', headers });

/** Replaces the last character of a token by another one. */
const flipLast = (token: string) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');

async function expireSession({ api, ownSession }: Cell): Promise<readonly Header[]> {
  const row = await api.store.db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', ownSession.id)
    .executeTakeFirstOrThrow();
  // The expiry of a session never changes, so the test replaces the row.
  await api.store.db.deleteFrom('session').where('id', '=', ownSession.id).execute();
  await api.store.db
    .insertInto('session')
    .values({ ...row, expiresAt: new Date(Date.now() - 1000) })
    .execute();
  return bearer(ownSession.token);
}

async function revokeSession({ api, ownSession }: Cell): Promise<readonly Header[]> {
  await api.store.post('/users/logout', undefined, { authorization: `Bearer ${ownSession.token}` });
  return bearer(ownSession.token);
}

/** Callers who try every route, with the secret that `openTestApi` gives to the operator's routes. */
export const createCallers = (operatorSecret: string): readonly Caller[] => [
  anonymous('no header', () => []),
  { name: 'the owner', seenAs: 'owner', headers: ({ ownSession }) => bearer(ownSession.token) },
  {
    name: 'another account',
    seenAs: 'other',
    headers: async ({ api }, other) => bearer((await api.startSession(other)).token),
  },
  anonymous('an expired session', expireSession),
  anonymous('a revoked session', revokeSession),
  { name: 'the operator', seenAs: 'operator', headers: () => [authorization(`Operator ${operatorSecret}`)] },
  {
    name: 'the operator in a page',
    seenAs: 'anonymous',
    isPage: true,
    headers: () => [authorization(`Operator ${operatorSecret}`), ['Origin', 'http://localhost']],
  },
];

const unreadable = (name: string, status: number, headers: Caller['headers']): Caller => ({
  name,
  seenAs: 'unreadable',
  status,
  headers,
});

/** Spellings of credentials. They try one route of each way to read the header: all routes of one way share its code. */
export const createSpellings = (operatorSecret: string): readonly Caller[] => [
  {
    name: 'the owner, with the scheme in lower case',
    seenAs: 'owner',
    headers: ({ ownSession }) => [authorization(`bearer ${ownSession.token}`)],
  },
  ...wrongTokens.map(([name, create]) =>
    anonymous(name, ({ owner, ownSession }) => [authorization(create({ ...ownSession, email: owner.email }))]),
  ),
  ...['', 'Bearer', `Bearer ${'a'.repeat(12_000)}`].map((value) =>
    anonymous(`the header "${value.slice(0, 20)}"`, () => [authorization(value)]),
  ),
  anonymous('no scheme', ({ ownSession }) => [authorization(ownSession.token)]),
  anonymous('two tokens', ({ ownSession }) => bearer(`${ownSession.token}, Bearer ${ownSession.token}`)),
  anonymous("a forged header before the caller's own", ({ ownSession }) => [
    authorization('Bearer forged'),
    ...bearer(ownSession.token),
  ]),
  anonymous('a token with another last character', ({ ownSession }) => bearer(flipLast(ownSession.token))),
  anonymous('a token in other letter case', ({ ownSession }) => bearer(swapCase(ownSession.token))),
  anonymous('a token with a dot after it', ({ ownSession }) => bearer(`${ownSession.token}.`)),
  anonymous('a token with an encoded NUL', ({ ownSession }) => bearer(`${ownSession.token}%00`)),
  anonymous('the id of a session', ({ ownSession }) => bearer(ownSession.id)),
  anonymous('a token in a cookie', ({ ownSession }) => [['Cookie', `auth_token=${ownSession.token}`]]),
  anonymous('a token in another header', ({ ownSession }) => [['X-Auth-Token', ownSession.token]]),
  anonymous('the account id in headers of proxies', ({ owner }) => [
    ['X-Forwarded-User', owner.email],
    ['X-User-Id', owner.id],
    ['X-Original-URL', '/api/v1/accountInfo'],
  ]),
  anonymous('the operator secret as a bearer token', () => bearer(operatorSecret)),
  anonymous('a wrong operator secret', () => [authorization(`Operator ${flipLast(operatorSecret)}`)]),
  anonymous('the operator behind a proxy', () => [
    authorization(`Operator ${operatorSecret}`),
    ['X-Forwarded-For', '127.0.0.1'],
  ]),
  unreadable('a token of 20,000 characters', 431, () => bearer('a'.repeat(20_000))),
  unreadable('a token with a NUL', 400, ({ ownSession }) => bearer(`${ownSession.token}\0`)),
  unreadable('a token with a line break', 400, ({ ownSession }) =>
    bearer(`x\nAuthorization: Bearer ${ownSession.token}\n\n`),
  ),
];

const swapCase = (text: string) =>
  [...text].map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Texts that only the owner may see. */
export const getPrivateTexts = (owner: Account, { token }: Cell['ownSession']): readonly string[] => [
  owner.email,
  owner.firstName,
  owner.lastName,
  owner.street,
  token,
  createOrderBody(owner).shippingAddress.fullName,
];
