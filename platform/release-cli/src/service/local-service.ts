import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatStoreLocation } from '@shop/releases/store/store-location';
import * as v from 'valibot';
import { readReleaseStoreLocation } from '../host/open-environment';
import { readHostSettings } from '../host/settings';
import { createAuthorization, ServiceError, type ServiceLogin } from './service-client';

/*
 * A release service without an identity provider runs on this machine, as `npm start` starts it. It says where it is in a file that
 * only its user can read. Who can read that file can also read the signing key in the same folder.
 */

const Announcement = v.object({ store: v.string(), url: v.string(), secret: v.string() });

/** Milliseconds in which a service answers that runs. */
const answerMs = 5000;

const getFile = () => path.join(readHostSettings().dataDir, 'release-service.json');
const getStore = () => formatStoreLocation(readReleaseStoreLocation());

/** Says where the service of this process is. @param service  Address without a slash at the end, and the secret of its callers. */
export async function announceLocalService(service: { url: string; secret: string }): Promise<void> {
  const file = getFile();
  await mkdir(path.dirname(file), { recursive: true });
  // A file that exists keeps its mode.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify({ store: getStore(), ...service })}\n`, { mode: 0o600 });
}

/** Says that the service of this process ends. Another service that has announced itself since stays announced. */
export async function withdrawLocalService(secret: string): Promise<void> {
  if ((await readAnnouncement())?.secret === secret) await rm(getFile(), { force: true });
}

/**
 * Finds the release service that runs on this machine beside the release store of this process.
 *
 * @param user  Name of the person who acts.
 * @param warn  Receives what a person must know when the service was killed.
 * @returns Null when none runs. A service that was killed leaves its file.
 * @throws {ServiceError} When it runs and fails, or does not answer: its policy must not be passed over.
 */
export async function findLocalService(user: string, warn: (line: string) => void): Promise<ServiceLogin | null> {
  const announced = await readAnnouncement();
  if (announced?.store !== getStore()) return null;
  const { url, secret: token } = announced;
  const login: ServiceLogin = { url, token, localUser: user };
  const init = {
    headers: await createAuthorization(login),
    signal: AbortSignal.timeout(answerMs),
    redirect: 'error',
  } as const;
  const answer = await fetch(`${url}/api/caller`, init).catch((error: Error) => {
    if (error.name !== 'TimeoutError') return null;
    throw new ServiceError(
      `The release service at ${url} does not answer within ${answerMs / 1000} s: try again, or end it, and the command line makes changes itself.`,
    );
  });
  // Another program has the address: the service says 401 to those only who cannot read its file.
  if (answer === null || answer.status === 401 || answer.status === 404) {
    warn(
      `The release service at ${url} was killed, so this command works without its policy and its freezes. Stages of canaries, automatic halts and schedules wait until it runs again: npm start, or npm run console.`,
    );
    return null;
  }
  if (answer.ok) return login;
  const body: { error?: string } | null = await answer.json().catch(() => null);
  throw new ServiceError(
    `The release service at ${url} answers with status ${answer.status} (${body?.error ?? 'no reason'}): correct that, or end the service, and the command line makes changes itself.`,
    { status: answer.status },
  );
}

async function readAnnouncement(): Promise<v.InferOutput<typeof Announcement> | null> {
  try {
    return v.parse(Announcement, JSON.parse(await readFile(getFile(), 'utf8')));
  } catch {
    return null;
  }
}
