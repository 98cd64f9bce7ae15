import { readErrorOnly } from '@shop/api-client/base-query';
import { storeApi } from '@shop/api-client/store-api';
import { tokenDecoder } from '@shop/api-contract/decoders/user';
import { unknown } from 'valibot';

export interface Credentials {
  email: string;
  password: string;
}

export interface Registration extends Credentials {
  firstName: string;
  lastName: string;
}

/** Sign-in and registration. Specification 7. */
export const sessionApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the token, or null when the response has none. */
    sessionAuthorize: build.mutation<string | null, Credentials>({
      query: (body) => ({ url: '/users/authorize', method: 'POST', body }),
      rawResponseSchema: tokenDecoder,
      extraOptions: { isSignIn: true },
    }),
    /** Does not decode the response body. */
    sessionRegister: build.mutation<unknown, Registration>({
      query: (body) => ({ url: '/users/register', method: 'POST', body, responseHandler: readErrorOnly }),
      rawResponseSchema: unknown(),
      extraOptions: { isSignIn: true },
    }),
  }),
});
