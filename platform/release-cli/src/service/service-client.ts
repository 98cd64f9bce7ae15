import { createPublicKey } from 'node:crypto';
import type { Change } from '@shop/releases/change-model/changes';
import type { Progress } from '@shop/releases/gates/progress';
import { refusedMessage } from '@shop/releases/gates/run-gates';
import { getRules } from '@shop/releases/policy/policy';
import { localUserHeader, type StepLine, stepsMediaType } from '@shop/releases/service-api/constants';
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
import { ReadRefusedError } from '@shop/releases/store/errors';
import type { ReleaseStore } from '@shop/releases/store/release-store';

/** A release service and the token with which a person or a workflow calls it. */
export interface ServiceLogin {
  /** Address without a slash at the end. */
  url: string;
  /** A function finds the token for each call: that of a workflow ends after some minutes. */
  token: string | (() => Promise<string>);
  /** Name of the person who acts, with the token of a service that runs on this machine without an identity provider. */
  localUser?: string;
}

/** Milliseconds of a request. The gates of a promotion take the longest: a smoke test of every path. */
const timeoutMs = 10 * 60_000;

/** The release service refuses a request, or does not respond. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  /** Findings of the gates that refuse the change. */
  readonly findings: readonly Finding[];
  /** Status of the response. Absent: there was none. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { findings = [], status, ...options }: ErrorOptions & { findings?: readonly Finding[]; status?: number } = {},
  ) {
    super([message, ...findings.map(formatFinding)].join('\n'), options);
    this.findings = findings;
    this.status = status;
  }
}

export interface ServiceClient {
  /** Whether the service runs on this machine, which also has its release store and its keys. */
  isLocal: boolean;
  /**
   * Calls the API of the service.
   *
   * @param progress  Receives the steps of the call. Default: none.
   * @throws {ServiceError} When the service refuses the call, or does not respond.
   */
  call: <Name extends Call>(name: Name, body: CallBody<Name>, progress?: Progress) => Promise<CallResponses[Name]>;
  /**
   * Makes a change.
   *
   * @param seq  Number of the newest change that its author saw.
   * @param progress  Receives the gates and the other steps of the change.
   * @throws {ServiceError} As `call` does.
   */
  change: (change: Change, seq: number, progress: Progress) => Promise<ChangeResult>;
  /** The release store of the service. Files of new releases may be added; only the service changes anything else. */
  store: ReleaseStore;
  /** Loads what the policy of the service requires of changes of an environment. Undefined: it has no policy. */
  loadRules: (env: string) => Promise<PolicyRules | undefined>;
  /** Opens an environment with the trusted keys and the rules of the service. */
  openEnvironment: (name: string) => Promise<Environment>;
  /** What the webhooks of the service have received of an environment. */
  readWebhooks: (env: string) => Promise<ReadResponses['webhooks']>;
  /** The name under which the service knows the caller. */
  readName: () => Promise<string>;
}

/** Creates the headers that say who calls a service. */
export const createAuthorization = async ({ token, localUser }: ServiceLogin): Promise<Record<string, string>> => ({
  authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
  ...(localUser === undefined ? {} : { [localUserHeader]: encodeURIComponent(localUser) }),
});

/** Creates the handler of a request that had no response. */
export const throwUnreachable =
  (url: string) =>
  (cause: unknown): never => {
    throw new ServiceError(`${url} does not respond: check the address in RELEASE_STORE and the network.`, { cause });
  };

/** Creates a client of a release service. */
export function createServiceClient(login: ServiceLogin): ServiceClient {
  const { url } = login;
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(await createAuthorization(login)), ...(init.headers as Record<string, string> | undefined) };
    const signal = AbortSignal.timeout(timeoutMs);
    return fetch(`${url}/api/${path}`, { ...init, headers, signal, redirect: 'error' }).catch(throwUnreachable(url));
  };
  const readJson = async <Body>(response: Response): Promise<Body> => {
    if (!response.ok) throw await toError(response);
    return (await response.json()) as Body;
  };
  const post = async <Result>(name: Call, body: unknown, progress?: Progress): Promise<Result> => {
    const response = await send(name, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(progress && { accept: stepsMediaType }) },
      body: JSON.stringify(body),
    });
    const hasSteps = response.headers.get('content-type')?.startsWith(stepsMediaType);
    return readJson(progress && hasSteps ? await readSteps(response, progress) : response);
  };
  const refuse = (what: string) => async () => {
    throw new ServiceError(
      `Only the release service ${what}: run this command on the machine that has the release store.`,
    );
  };

  const store: ReleaseStore = {
    get: async (key) => {
      const response = await send(`objects/${key}`);
      if (response.status === 404) return null;
      if (response.status === 403) throw new ReadRefusedError((await toError(response)).message);
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
    isLocal: login.localUser !== undefined,
    call: post,
    change: ({ kind, ...fields }, seq, progress) => post(kind, { ...fields, seq }, progress),
    store,
    loadRules,
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

/**
 * Reads the steps of a call from its response, and reports them as they arrive.
 *
 * @returns The response as it is without steps.
 * @throws {ServiceError} When the service ends before it.
 */
async function readSteps(response: Response, progress: Progress): Promise<Response> {
  const ends = new Map<number, (isOk: boolean) => void>();
  const begin = ({ step, name }: Extract<StepLine, { kind: 'begin' }>) => {
    const ended = new Promise<boolean>((resolve) => ends.set(step, resolve));
    void progress.run(
      name,
      () => ended,
      (isOk) => isOk,
    );
  };
  try {
    for await (const text of readLines(response)) {
      const line: StepLine = JSON.parse(text);
      if (line.kind === 'response') return Response.json(line.body, { status: line.status });
      if (line.kind === 'plan') progress.plan(line.count);
      else if (line.kind === 'begin') begin(line);
      else ends.get(line.step)?.(line.isOk);
    }
  } catch (cause) {
    throw new ServiceError(lostMessage, { cause });
  } finally {
    for (const end of ends.values()) end(false);
  }
  throw new ServiceError(lostMessage);
}

const lostMessage =
  'The release service ended before its answer: it may have made the change, so look at "npm run release -- status" first.';

async function* readLines({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function toError(response: Response): Promise<Error> {
  const { error, findings } = parseError(await response.text());
  const { status } = response;
  const isRefused = status === 422 && findings;
  const message = isRefused ? refusedMessage : describeStatus(response, error);
  return new ServiceError(message, { status, ...(findings ? { findings } : {}) });
}

/** Describes a refusal. Without a reason of the service, or for an address that it does not know, the message names the address. */
function describeStatus({ status, url }: Response, error: string | undefined): string {
  if (error !== undefined && (status !== 404 || url === '')) return error;
  const reason = error === undefined ? '' : ` (${error})`;
  const advice = status < 500 ? 'check the address in RELEASE_STORE' : 'look whether the release service runs';
  return `${url || 'The release service'} responds with status ${status}${reason}: ${advice}.`;
}

function parseError(text: string): Partial<ErrorResponse> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
