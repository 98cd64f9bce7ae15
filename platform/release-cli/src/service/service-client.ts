import { createPublicKey } from 'node:crypto';
import type { Change } from '@shop/releases/change-model/changes';
import { getRules } from '@shop/releases/policy/policy';
import type { Call, CallBody } from '@shop/releases/service-api/requests';
import type {
  CallResponses,
  ChangeResult,
  ErrorResponse,
  Finding,
  ReadResponses,
} from '@shop/releases/service-api/responses';
import type { TrustedKeys } from '@shop/releases/signing/signed-document';
import { formatFinding } from '@shop/releases/state/audit-log';
import type { Environment, PolicyRules } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';

/** A release service and the token with which a person or a workflow calls it. */
export interface ServiceLogin {
  /** Address without a slash at the end. */
  url: string;
  token: string;
}

/** Milliseconds of a request. The gates of a promotion take the longest: a smoke test of every path. */
const timeoutMs = 10 * 60_000;

/** The release service refuses a request, or does not respond. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  /** Findings of the gates that refuse the change. */
  readonly findings: readonly Finding[];

  constructor(message: string, { findings = [], ...options }: ErrorOptions & { findings?: readonly Finding[] } = {}) {
    super([message, ...findings.map(formatFinding)].join('\n'), options);
    this.findings = findings;
  }
}

export interface ServiceClient {
  /**
   * Calls the API of the service.
   *
   * @throws {ServiceError} When the service refuses the call, or does not respond.
   */
  call: <Name extends Call>(name: Name, body: CallBody<Name>) => Promise<CallResponses[Name]>;
  /** Makes a change. @param seq  Number of the newest change that its author saw. @throws {ServiceError} As `call` does. */
  change: (change: Change, seq: number) => Promise<ChangeResult>;
  /** The release store of the service. Files of new releases may be added; only the service changes anything else. */
  store: ReleaseStore;
  /** Opens an environment with the trusted keys and the rules of the service. */
  openEnvironment: (name: string) => Promise<Environment>;
  /** What the webhooks of the service have received of an environment. */
  readWebhooks: (env: string) => Promise<ReadResponses['webhooks']>;
  /** The name under which the service knows the caller. */
  readName: () => Promise<string>;
}

/** Creates a client of a release service. */
export function createServiceClient({ url, token }: ServiceLogin): ServiceClient {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) };
    const signal = AbortSignal.timeout(timeoutMs);
    return fetch(`${url}/api/${path}`, { ...init, headers, signal, redirect: 'error' }).catch((cause: unknown) => {
      throw new ServiceError(`${url} does not respond: check the address in RELEASE_STORE and the network.`, { cause });
    });
  };
  const readJson = async <Body>(response: Response): Promise<Body> => {
    if (!response.ok) throw await toError(response);
    return (await response.json()) as Body;
  };
  const post = async <Result>(name: Call, body: unknown): Promise<Result> =>
    readJson(
      await send(name, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const refuse = (what: string) => async () => {
    throw new ServiceError(
      `Only the release service ${what}: run this command on the machine that has the release store.`,
    );
  };

  const store: ReleaseStore = {
    get: async (key) => {
      const response = await send(`objects/${key}`);
      if (response.status === 404) return null;
      if (!response.ok) throw await toError(response);
      return { bytes: new Uint8Array(await response.arrayBuffer()), tag: response.headers.get('etag') ?? '' };
    },
    list: async (prefix) => readJson(await send(`objects?prefix=${encodeURIComponent(prefix)}`)),
    listFolders: async (folder) => readJson(await send(`folders?prefix=${encodeURIComponent(folder)}`)),
    putIfAbsent: async (key, bytes) => {
      const response = await send(`objects/${key}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', 'if-none-match': '*' },
        body: Buffer.from(bytes),
      });
      if (response.status === 412) return false;
      if (!response.ok) throw await toError(response);
      return true;
    },
    compareAndSwap: refuse('changes the live composition'),
    remove: refuse('removes objects'),
  };

  const readTrustedKeys = async (): Promise<TrustedKeys> => {
    const keys = await readJson<Record<string, string>>(await send('trusted-keys'));
    return new Map(Object.entries(keys).map(([id, pem]) => [id, createPublicKey(pem)]));
  };
  const loadRules = async (env: string): Promise<PolicyRules | undefined> => {
    const { version, policy } = await readJson<ReadResponses['policy']>(await send('policy'));
    return version > 0 ? getRules(policy, env) : undefined;
  };

  return {
    call: post,
    change: ({ kind, ...fields }, seq) => post(kind, { ...fields, seq }),
    store,
    openEnvironment: async (name) => ({
      name,
      store,
      trusted: await readTrustedKeys(),
      loadRules: () => loadRules(name),
    }),
    readWebhooks: async (env) => readJson(await send(`webhooks?env=${encodeURIComponent(env)}`)),
    readName: async () => (await readJson<{ name: string }>(await send('caller'))).name,
  };
}

async function toError(response: Response): Promise<Error> {
  const text = await response.text();
  const { error, findings } = parseError(text);
  const message = error ?? `${new URL(response.url).origin} responds with status ${response.status}.`;
  return new ServiceError(message, findings ? { findings } : {});
}

function parseError(text: string): Partial<ErrorResponse> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
