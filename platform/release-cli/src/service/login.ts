import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { createServiceClient, ServiceError, type ServiceLogin, throwUnreachable } from './service-client';

/** Tokens by the address of their service. */
const Logins = v.record(v.string(), v.string());

const getFile = () =>
  path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'storefront', 'release-services.json');

async function readLogins(): Promise<Record<string, string>> {
  const text = await readFile(getFile(), 'utf8').catch(() => '{}');
  try {
    return v.parse(Logins, JSON.parse(text));
  } catch {
    throw new Error(`${getFile()} is not a list of logins: delete it, then run "npm run release -- login" again.`);
  }
}

async function writeLogins(logins: Record<string, string>): Promise<void> {
  await mkdir(path.dirname(getFile()), { recursive: true, mode: 0o700 });
  // A file that exists keeps its mode.
  await rm(getFile(), { force: true });
  await writeFile(getFile(), `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Keeps a token for a service in a file that only this user can read.
 *
 * @returns The name of the token's owner.
 * @throws {ServiceError} When the service does not accept the token.
 */
export async function saveLogin(login: { url: string; token: string }): Promise<string> {
  const name = await createServiceClient(login).readName();
  await writeLogins({ ...(await readLogins()), [login.url]: login.token });
  return name;
}

/** Forgets the token of a service. @returns Whether there was one. The token stays valid until it ends or is revoked. */
export async function deleteLogin(url: string): Promise<boolean> {
  const { [url]: token, ...others } = await readLogins();
  if (token !== undefined) await writeLogins(others);
  return token !== undefined;
}

/**
 * Finds the token for a service: `RELEASE_TOKEN`, that of `login`, or in a workflow of GitHub one for its identity token.
 *
 * @param variables  GitHub gives a workflow its identity token with two of them.
 * @throws {ServiceError} When there is none, or the service does not accept the workflow.
 */
export async function findLogin(
  url: string,
  token: string | undefined,
  variables: NodeJS.ProcessEnv,
): Promise<ServiceLogin> {
  const found = token ?? (await readLogins())[url] ?? (await createWorkflowToken(url, variables));
  if (found) return { url, token: found };
  throw new ServiceError(
    `You are not signed in to ${url}: create a token there, then run "npm run release -- login ${url}". In a workflow set the permission "id-token: write".`,
  );
}

const IdentityToken = v.object({ value: v.string() });
const AccessToken = v.object({ access_token: v.string(), expires_in: v.number() });
const Refusal = v.object({ error_description: v.string() });

/** Part of the time of a token after which it is replaced. */
const renewalShare = 0.8;

/**
 * Creates the function that finds the token of a workflow. It has exchanged the identity token once, and does so again before the
 * token ends: a build can take longer.
 *
 * @returns Null outside a workflow.
 * @throws {ServiceError} When the service does not accept the workflow.
 */
async function createWorkflowToken(
  url: string,
  { ACTIONS_ID_TOKEN_REQUEST_URL: requestUrl, ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken }: NodeJS.ProcessEnv,
): Promise<(() => Promise<string>) | null> {
  if (!requestUrl || !requestToken) return null;
  const exchange = () => exchangeIdentity(url, requestUrl, requestToken);
  let newest = exchange();
  await newest;
  return async () => {
    const known = newest;
    const { token, renewsAt, endsAt } = await known;
    if (Date.now() < renewsAt) return token;
    // Calls at the same time share one exchange. After a failed one the next call tries again.
    if (newest === known) {
      newest = exchange().catch((error: unknown) => {
        newest = known;
        if (Date.now() < endsAt) return known;
        throw error;
      });
    }
    return (await newest).token;
  };
}

/** Exchanges the identity token of a workflow. @returns The token, and the Unix milliseconds at which it is replaced and ends. */
async function exchangeIdentity(
  url: string,
  requestUrl: string,
  requestToken: string,
): Promise<{ token: string; renewsAt: number; endsAt: number }> {
  const address = new URL(requestUrl);
  address.searchParams.set('audience', url);
  const identity = await requestJson(address.href, { headers: { authorization: `Bearer ${requestToken}` } });
  const { value } = v.parse(IdentityToken, identity);
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: value,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  });
  const requestedAt = Date.now();
  const response = await requestJson(`${url}/api/token`, { method: 'POST', body });
  const { access_token: token, expires_in: seconds } = v.parse(AccessToken, response);
  const lifetime = seconds * 1000;
  return { token, renewsAt: requestedAt + lifetime * renewalShare, endsAt: requestedAt + lifetime };
}

async function requestJson(url: string, init: RequestInit): Promise<unknown> {
  const { origin } = new URL(url);
  const signal = AbortSignal.timeout(15_000);
  const response = await fetch(url, { ...init, signal }).catch(throwUnreachable(origin));
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const reason = v.is(Refusal, body) ? body.error_description : `it responds with status ${response.status}.`;
  throw new ServiceError(`${origin} gives this workflow no token: ${reason}`);
}
