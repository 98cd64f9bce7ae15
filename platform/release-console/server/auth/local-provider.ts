import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Policy } from '@shop/releases/policy/policy';
import type Provider from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { callbackPath, type ProviderSettings } from './identity-provider';
import { escapeHtml, formatPlainPage, plainPageHeaders } from './plain-page';
import { createSecret } from './tokens';

/** A person whom the sign-in page of this machine offers. */
export interface LocalPerson {
  name: string;
  description: string;
  groups: readonly string[];
}

/** People of a service without an identity provider. */
export const demoPeople: readonly LocalPerson[] = [
  { name: 'ravi', description: 'release manager: may do everything with every app', groups: ['release-managers'] },
  { name: 'asha', description: 'team of mf-catalog: promotes it and rolls it back', groups: ['team-catalog'] },
  { name: 'meera', description: 'approver: approves forced changes and changes of the policy', groups: ['approvers'] },
];

/** Roles of these people, until the service has a policy. */
export const demoPolicy: Policy = {
  roles: {
    manager: {
      may: ['promote', 'rollback', 'lock', 'force', 'policy'],
      apps: ['*'],
      environments: ['*'],
      groups: ['release-managers'],
    },
    catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog'], environments: ['*'], groups: ['team-catalog'] },
    approver: { may: ['force', 'policy'], apps: ['*'], environments: ['*'], groups: ['approvers'] },
  },
  people: { ravi: { roles: ['manager'] }, asha: { roles: ['catalog'] }, meera: { roles: ['approver'] } },
};

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

const signOutScript = "document.querySelector('button').click()";
const signOutScriptHash = createHash('sha256').update(signOutScript).digest('base64');

function sendPage(ctx: KoaContextWithOIDC, title: string, body: string, policy = ''): void {
  ctx.set(plainPageHeaders);
  ctx.set('content-security-policy', plainPageHeaders['content-security-policy'] + policy);
  ctx.body = formatPlainPage(title, body);
}

function createConfiguration(publicUrl: string, clientSecret: string, people: readonly LocalPerson[]): Configuration {
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
        logoutSource: (ctx, form) =>
          sendPage(
            ctx,
            'Sign out',
            `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<script>${signOutScript}</script>`,
            `; script-src 'sha256-${signOutScriptHash}'`,
          ),
        postLogoutSuccessSource: (ctx) => sendPage(ctx, 'You are signed out', '<p>You can close this page.</p>'),
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
    renderError: (ctx, { error_description: description = '' }) =>
      sendPage(ctx, 'The sign-in failed', `<p>${escapeHtml(description)}</p>`),
    ttl: {
      AccessToken: seconds.short,
      IdToken: seconds.short,
      Interaction: seconds.short,
      Grant: seconds.long,
      Session: seconds.long,
    },
  };
}

const formatPerson = ({ name, description }: LocalPerson) =>
  `<li><button name="person" value="${escapeHtml(name)}"><strong>${escapeHtml(name)}</strong><small>${escapeHtml(description)}</small></button></li>`;

/** The page on which a newcomer chooses a person. */
const formatChoice = (people: readonly LocalPerson[]) =>
  formatPlainPage(
    'Who are you?',
    `<p>This console runs on your machine without an identity provider. Choose the person for whom you act.</p>
<form method="post"><ul>${people.map(formatPerson).join('')}</ul></form>`,
  );

export interface LocalProvider {
  settings: ProviderSettings;
  close: () => Promise<void>;
}

/**
 * Starts an OpenID Connect provider on the loopback interface, for a service without `OIDC_ISSUER`. It asks for no password:
 * every program of this machine can sign in.
 *
 * @param publicUrl  Address of the service, without a slash at its end.
 */
export async function startLocalProvider(
  publicUrl: string,
  people: readonly LocalPerson[] = demoPeople,
): Promise<LocalProvider> {
  const clientSecret = createSecret();
  let handle = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => void response.end();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) response.writeHead(400, plainPageHeaders);
      response.end(formatPlainPage('The sign-in failed', `<p>${escapeHtml(message)}: go back and sign in again.</p>`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await createProvider(issuer, createConfiguration(publicUrl, clientSecret, people));
  const callback = provider.callback();

  handle = async (request, response) => {
    const { url = '/', method, headers } = request;
    // A foreign name that points to this machine (DNS rebinding).
    if (`http://${headers.host}` !== issuer) throw new Error('This address is not the one of the sign-in');
    if (!url.startsWith('/interaction/')) return callback(request, response);
    await provider.interactionDetails(request, response);
    if (method !== 'POST') return void response.writeHead(200, plainPageHeaders).end(formatChoice(people));
    if (headers.origin !== issuer) throw new Error('This choice comes from another page');
    const chosen = new URLSearchParams(await text(request)).get('person');
    const person = people.find(({ name }) => name === chosen);
    if (!person) throw new Error('There is no person of this name');
    await provider.interactionFinished(request, response, { login: { accountId: person.name } });
  };

  return {
    settings: { issuer, clientId, clientSecret },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
