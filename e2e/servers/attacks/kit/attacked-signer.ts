import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectSigner } from '@shop/releases/signer/signer-client';
import { ensureKeys } from '@shop/releases/signing/keys';
import type { ChangeRequest, Signer } from '@shop/releases/state/signer';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { openTestEnvironment } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';

const repository = path.resolve(import.meta.dirname, '../../../..');

/** The action was stopped before its request was signed. */
class NotSentError extends Error {}

/** Starts the signer's process with new keys, and opens an environment that it signs. */
export async function startAttackedSigner() {
  const folder = mkdtempSync(path.join(tmpdir(), 'attacked-signer-'));
  const keys = path.join(folder, 'keys');
  const socket = path.join(folder, 'socket');
  await ensureKeys(keys);
  const program = path.join(repository, 'platform/releases/src/signer/signer-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, keys, '--listen', socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('listens on'), { message: 'the signer listens', timeoutMs: 30_000 });
  const signer = connectSigner(socket);
  const environment = { ...(await openTestEnvironment(createMemoryStore(new Map()), keys)), signer };

  /** Runs an action up to its signature. @returns The request, which is not sent. */
  const capture = async (run: (other: typeof environment) => Promise<unknown>): Promise<ChangeRequest> => {
    let captured: ChangeRequest | undefined;
    const recorder: Signer = {
      ...signer,
      signChange: (request) => {
        captured = request;
        return Promise.reject(new NotSentError());
      },
    };
    await run({ ...environment, signer: recorder }).catch((error: unknown) => {
      if (!(error instanceof NotSentError)) throw error;
    });
    if (!captured) throw new Error('the action asked for no signature');
    // What the socket would carry.
    return JSON.parse(JSON.stringify(captured));
  };
  /** Sends bytes as one message. @returns The line of the response; empty when the signer ends the connection. */
  const sendRaw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      let answer = '';
      const stream = connect(socket, () => stream.write(`${text}\n`));
      stream.on('data', (chunk) => {
        answer += chunk;
        if (answer.includes('\n')) stream.end();
      });
      stream.on('error', () => undefined).on('close', () => resolve(answer.trim()));
    });
  return {
    environment,
    capture,
    sendRaw,
    stop: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
