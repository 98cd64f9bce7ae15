import { parseSetCookie } from 'cookie';
import type { FastifyInstance } from 'fastify';

/** Cookies of a browser at one host. */
function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    format: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    store: (headers: readonly string[]) => {
      for (const { name, value } of headers.map((header) => parseSetCookie(header))) {
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
    },
  };
}

/** Host and origin of the service as browsers send them. */
export const toHeaders = (publicUrl: string) => ({ host: new URL(publicUrl).host, origin: publicUrl });

/**
 * Signs a person in as a browser does: from the console to the provider of the tests, and back.
 *
 * @returns The response to the return, and the cookies of the service and of the provider.
 */
export async function signInAs(app: FastifyInstance, publicUrl: string, person: string) {
  const { host } = toHeaders(publicUrl);
  const [own, provider] = [createCookieJar(), createCookieJar()];
  const started = await app.inject({ url: '/sign-in', headers: { host } });
  own.store([started.headers['set-cookie'] ?? []].flat());
  let url = new URL(String(started.headers.location));
  let choice: RequestInit = {};
  while (url.origin !== publicUrl) {
    const response = await fetch(url, {
      ...choice,
      redirect: 'manual',
      headers: { cookie: provider.format() },
    });
    provider.store(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location === null && choice.method) throw new Error(`The provider refused ${person}: ${await response.text()}`);
    choice = location === null ? { method: 'POST', body: new URLSearchParams({ person }) } : {};
    if (location !== null) url = new URL(location, url);
  }
  const returnPath = url.pathname + url.search;
  const response = await app.inject({ url: returnPath, headers: { host, cookie: own.format() } });
  own.store([response.headers['set-cookie'] ?? []].flat());
  return { response, cookie: own.format(), providerCookie: provider.format(), returnPath };
}
