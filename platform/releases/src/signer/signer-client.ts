import { connect, type Socket } from 'node:net';
import * as v from 'valibot';
import { type Signer, StaleHeadError } from '../state/signer';
import { ConflictError, UnavailableStoreError } from '../store/errors';
import { readLines } from './signer-server';

const defaultTimeoutMs = 10_000;

const createEndedError = (cause?: Error) =>
  new UnavailableStoreError('The signer has ended the connection: try again.', { cause });

const Signed = v.object({ key: v.string(), text: v.string() });
const results = {
  getKeyId: v.string(),
  signChange: v.object({ documents: v.array(Signed), head: Signed }),
  signRecovery: v.object({ documents: v.array(Signed), head: Signed }),
  signLink: Signed,
};
type Results = { [Method in keyof typeof results]: v.InferOutput<(typeof results)[Method]> };

const Response = v.union([
  v.object({ error: v.object({ name: v.string(), message: v.string() }) }),
  v.object({ result: v.unknown() }),
]);

interface Pending {
  resolve: (line: string) => void;
  reject: (error: Error) => void;
}

interface Connection {
  stream: Socket;
  /** Requests without a response, oldest first. */
  pending: Pending[];
}

/**
 * Creates a client of a signer in another process. The connection is opened with the first request, and again after it has ended.
 * It keeps this process alive only while a request waits.
 *
 * @param open  Opens a stream to the signer. Its error says what is wrong and what to do.
 * @returns Its methods throw {@link UnavailableStoreError} when the signer does not answer, and {@link ConflictError}.
 */
export function createSignerClient(open: () => Promise<Socket>, timeoutMs = defaultTimeoutMs): Signer {
  let opening: Promise<Connection> | undefined;

  const connectOnce = async (): Promise<Connection> => {
    const stream = await open();
    const connection: Connection = { stream, pending: [] };
    const end = (cause?: Error) => {
      opening = undefined;
      const error = cause instanceof UnavailableStoreError ? cause : createEndedError(cause);
      for (const waiting of connection.pending.splice(0)) waiting.reject(error);
    };
    stream.on('error', end).on('close', () => end());
    readLines(stream, (line) => connection.pending.shift()?.resolve(line));
    return connection;
  };

  const call = async <Method extends keyof Results>(method: Method, request?: unknown): Promise<Results[Method]> => {
    opening ??= connectOnce();
    const { stream, pending } = await opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    if (stream.destroyed) throw createEndedError();
    stream.ref();
    const timer = setTimeout(() => {
      stream.destroy(
        new UnavailableStoreError(
          `The signer has not answered within ${timeoutMs / 1000} s: restart it, then try again.`,
        ),
      );
    }, timeoutMs);
    try {
      const line = await new Promise<string>((resolve, reject) => {
        pending.push({ resolve, reject });
        stream.write(`${JSON.stringify({ method, request })}\n`);
      });
      const response = v.parse(Response, JSON.parse(line));
      if ('result' in response) return v.parse(results[method], response.result) as Results[Method];
      const { name, message } = response.error;
      throw name === 'StaleHeadError' ? new StaleHeadError(message) : new ConflictError(message);
    } finally {
      clearTimeout(timer);
      if (pending.length === 0) stream.unref();
    }
  };

  return {
    getKeyId: () => call('getKeyId'),
    signChange: (request) => call('signChange', request),
    signRecovery: (request) => call('signRecovery', request),
    signLink: (request) => call('signLink', request),
  };
}

/** Connects to a signer of another user. @param socket Path of its Unix socket. */
export const connectSigner = (socket: string, timeoutMs = defaultTimeoutMs): Signer =>
  createSignerClient(
    () =>
      new Promise((resolve, reject) => {
        const stream = connect(socket);
        stream.once('connect', () => resolve(stream));
        stream.once('error', (error: NodeJS.ErrnoException) =>
          reject(
            new UnavailableStoreError(
              `The signer cannot be reached at ${socket} (${error.code}): start it, allow this user to write to its socket, or correct RELEASE_SIGNER.`,
            ),
          ),
        );
      }),
    timeoutMs,
  );
