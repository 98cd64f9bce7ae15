import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTestServer } from '@shop/releases/testing/test-resources';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { callbackPath, type ProviderSettings } from '../auth/identity-provider';
import type { SignedInPerson } from '../auth/sessions';
import { createSecret } from '../auth/tokens';

/** A person who can sign in at the provider. */
export type TestPerson = Pick<SignedInPerson, 'name' | 'groups'>;

const clientId = 'release-console';

/** Creates the provider. Its records are in memory, about which oidc-provider warns, as it does about Node 20. */
async function createProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const { default: OidcProvider } = await import('oidc-provider');
    return new OidcProvider(issuer, configuration);
  } finally {
    console.warn = warn;
  }
}

function createConfiguration(publicUrl: string, clientSecret: string, people: readonly TestPerson[]): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const seconds = { long: 12 * 60 * 60, short: 10 * 60 };
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [publicUrl + callbackPath],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [createSecret()] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
    clientBasedCORS: () => false,
    findAccount: (_ctx, accountId) => {
      const person = people.find(({ name }) => name === accountId);
      if (!person) return undefined;
      const { name, groups } = person;
      return { accountId, claims: async () => ({ sub: accountId, preferred_username: name, groups: [...groups] }) };
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `<h1>Sign out</h1>${form}`;
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // The console asks for nothing that a person has to consent to.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || !accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error_description: description = '' }) => {
      ctx.body = description;
    },
    ttl: {
      AccessToken: seconds.short,
      IdToken: seconds.short,
      Interaction: seconds.short,
      Grant: seconds.long,
      Session: seconds.long,
    },
  };
}

/**
 * Starts an OpenID Connect provider, which ends with the test file. A POST of its sign-in page names the person, without a password.
 *
 * @param publicUrl  Address of the service, without a slash at its end.
 */
export async function startTestProvider(publicUrl: string, people: readonly TestPerson[]): Promise<ProviderSettings> {
  const clientSecret = createSecret();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    if (request.method !== 'POST') return void response.end('Who are you?');
    const accountId = new URLSearchParams(await text(request)).get('person') ?? '';
    await provider.interactionFinished(request, response, { login: { accountId } });
  };
  const { origin: issuer } = await startTestServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  const provider = await createProvider(issuer, createConfiguration(publicUrl, clientSecret, people));
  return { issuer, clientId, clientSecret };
}
