import { HttpError } from '@shop/releases/service-api/requests';
import * as client from 'openid-client';
import { isPersonName } from './principals';
import type { PendingSignIn, SignedInPerson } from './sessions';

/** An OpenID Connect provider, and this service as its client. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Path to which the provider sends people back. */
export const callbackPath = '/sign-in/callback';

/**
 * Creates the client of an OpenID Connect provider: authorization code with PKCE, state and nonce. The provider is discovered at
 * the first sign-in, so that the service starts without it.
 *
 * @param publicUrl  Address of this service without a slash at its end, such as `https://releases.example`.
 */
export function createIdentityProvider({ issuer, clientId, clientSecret }: ProviderSettings, publicUrl: string) {
  let discovered: Promise<client.Configuration> | undefined;

  const discover = async (): Promise<client.Configuration> => {
    // Only a provider on this machine may lack TLS.
    const isLocal = new URL(issuer).hostname === '127.0.0.1';
    const options = isLocal ? { execute: [client.allowInsecureRequests] } : {};
    discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError(502, `The identity provider ${issuer} does not respond as expected (${reason}): try again.`);
    }
  };

  return {
    /** Prepares a sign-in. @returns The address at the provider, and what its answer is checked against. */
    begin: async (returnTo: string): Promise<{ url: string; signIn: PendingSignIn }> => {
      const configuration = await discover();
      const codeVerifier = client.randomPKCECodeVerifier();
      const signIn = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier, returnTo };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: publicUrl + callbackPath,
        scope: listScopes(configuration).join(' '),
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state: signIn.state,
        nonce: signIn.nonce,
      });
      return { url: url.href, signIn };
    },

    /**
     * Completes a sign-in.
     *
     * @param returned  Path and query with which the provider sent the person back.
     * @throws {HttpError} 403 when the provider refuses, or the answer does not belong to the sign-in.
     */
    complete: async (returned: string, { state, nonce, codeVerifier }: PendingSignIn): Promise<SignedInPerson> => {
      const configuration = await discover();
      const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce };
      const tokens = await client
        .authorizationCodeGrant(configuration, new URL(publicUrl + returned), { ...checks, idTokenExpected: true })
        .catch(rejectSignIn);
      const identity = tokens.claims();
      if (!identity) throw new HttpError(403, 'The identity provider sent no identity: sign in again.');
      // Many providers send names and groups here only.
      const details = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, identity.sub).catch(rejectSignIn)
        : {};
      return toPerson(issuer, { ...details, ...identity });
    },

    /** Finds the address that ends the session at the provider. Null: the provider has none. */
    findSignOutUrl: async (): Promise<string | null> => {
      const configuration = await discover().catch(() => null);
      if (!configuration?.serverMetadata().end_session_endpoint) return null;
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${publicUrl}/` }).href;
    },
  };
}

/** Turns the failure of a call to the provider into a refusal. @throws {HttpError} */
function rejectSignIn(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new HttpError(403, `The identity provider did not confirm the sign-in (${reason}): sign in again.`);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Lists the scopes of a sign-in. Providers without a scope for groups send them with the profile. */
function listScopes(configuration: client.Configuration): string[] {
  const { scopes_supported: supported = [] } = configuration.serverMetadata();
  return ['openid', 'profile', 'email', ...(supported.includes('groups') ? ['groups'] : [])];
}

/** Reads the name and the groups of a person. The name is `preferred_username`, else a verified `email`, else the subject. */
function toPerson(issuer: string, claims: client.IDToken): SignedInPerson {
  const { sub, preferred_username: username, email, email_verified: isVerified, groups } = claims;
  const [name = sub] = [username, isVerified === true ? email : undefined].filter(isText);
  if (!isPersonName(name)) {
    throw new HttpError(403, 'The identity provider sent a name that is not one short line of plain text.');
  }
  // Some providers send a list with one group as a text.
  return { issuer, subject: sub, name, groups: [groups].flat().filter(isText) };
}
