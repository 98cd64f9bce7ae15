import { accountInfoDecoder } from '@shop/api-contract/decoders/user';
import { wrongTokens } from '../../api/kit/wrong-tokens';
import {
  assertRefused,
  assertRefusedWithText,
  assertStatus,
  assertThat,
  decode,
  isSame,
  show,
  showResponse,
} from '../assertions';
import type { Check } from '../check';

/** Calls that need a session. `POST` calls have an empty body: the session counts first. */
const protectedCalls = [
  ['GET', '/accountInfo'],
  ['GET', '/orders'],
  ['POST', '/orders'],
  ['POST', '/payments'],
] as const;

const sessionChecks = protectedCalls.map(
  ([method, path]): Check => ({
    statement: '4.session-05',
    title: `${method} ${path} responds with 401 without a session`,
    run: async ({ send }) => {
      assertStatus(await send({ method, path, ...(method === 'POST' && { body: {} }) }), 401);
    },
  }),
);

const wrongTokenChecks = protectedCalls.map(
  ([method, path]): Check => ({
    statement: '4.session-05',
    title: `${method} ${path} responds with 401 to every wrong token`,
    run: async ({ send, owner }) => {
      const session = await owner();
      for (const [name, create] of wrongTokens) {
        const headers = { authorization: create(session) };
        const response = await send({ method, path, headers, ...(method === 'POST' && { body: {} }) });
        assertThat(response.status === 401, `the status 401 for ${name}`, showResponse(response));
      }
    },
  }),
);

const noAccount = { email: 'no address', password: 'x', firstName: '', lastName: '' };

export const userChecks: readonly Check[] = [
  {
    statement: '7.calls-02',
    title: 'POST /users/authorize returns a token',
    run: async ({ owner }) => {
      await owner();
    },
  },
  {
    statement: '8.auth-01',
    title: 'A failed login has its message in the field error',
    run: async ({ post, options }) => {
      const { email } = options.account;
      assertRefusedWithText(await post('/users/authorize', { email, password: 'not the password' }));
      assertRefusedWithText(
        await post('/users/authorize', { email: 'nobody@example.com', password: 'not the password' }),
      );
    },
  },
  {
    statement: '7.calls-01',
    title: 'A login without its fields, and a body that is not JSON, are refused',
    run: async ({ post, send }) => {
      assertRefusedWithText(await post('/users/authorize', {}));
      assertRefusedWithText(await send({ method: 'POST', path: '/users/authorize', rawBody: '{"email":' }));
    },
  },
  {
    statement: '7.calls-05',
    title: 'GET /accountInfo returns the account of the token',
    run: async ({ get, owner }) => {
      const { email, token } = await owner();
      const response = await get('/accountInfo', token);
      const account = decode(accountInfoDecoder, response);
      const isOwn = account.email.toLowerCase() === email.trim().toLowerCase();
      assertThat(isOwn, `the e-mail ${email}`, showResponse(response));
      const isComplete = [account.firstName, account.lastName, account.createdAt].every(Boolean);
      assertThat(isComplete, 'firstName, lastName, and a date in createdAt', showResponse(response));
    },
  },
  ...sessionChecks,
  ...wrongTokenChecks,
  {
    statement: '8.auth-07',
    title: 'A registration without valid fields is refused with its message in the field error',
    run: async ({ post }) => {
      assertRefusedWithText(await post('/users/register', {}));
      assertRefusedWithText(await post('/users/register', noAccount));
    },
  },
  {
    statement: '8.auth-09',
    title: 'POST /users/register creates an account that can sign in',
    run: async ({ get, stranger }) => {
      const { email, token } = await stranger();
      const response = await get('/accountInfo', token);
      assertThat(decode(accountInfoDecoder, response).email === email, `the e-mail ${email}`, showResponse(response));
    },
  },
  {
    statement: '7.calls-03',
    title: 'POST /users/register with the e-mail of an account leaves that account as it is',
    run: async ({ get, post, stranger, signIn }) => {
      const { email, password, token } = await stranger();
      const before = decode(accountInfoDecoder, await get('/accountInfo', token));
      const other = { email, password: 'another-password-2', firstName: 'Another', lastName: 'Person' };
      const response = await post('/users/register', other);
      if (response.status >= 300) assertRefusedWithText(response);
      assertRefused(await post('/users/authorize', { email, password: other.password }));
      const again = await signIn({ email, password });
      const after = await get('/accountInfo', again.token);
      assertThat(isSame(decode(accountInfoDecoder, after), before), show(before), showResponse(after));
    },
  },
];
