import { updateHead } from '@shop/releases/actions/update-head';
import { activateNextKey, prepareNextKey, retireOldKeys } from '@shop/releases/signing/keys';
import { UntrustedKeyError } from '@shop/releases/signing/signed-document';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments, readHead } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import type { CommandResult, CommandRun, RunCommand } from '../cli/command';
import { assertReason } from './define-change';

/** A step of the replacement of the signing key. */
export type RotationStep = 'prepare' | 'activate' | 'finish';

async function prepare(folder: string): Promise<CommandResult> {
  const id = await prepareNextKey(folder);
  return {
    lines: [
      `The next signing key is ${id}. The current one still signs.`,
      `Copy ${folder}/trusted/${id}.pem to trusted/ of every gateway, signer, release service and reader of the shop, and restart them.`,
      'Make a backup of the folder of the keys. Then run: rotate-key activate --reason "…"',
    ],
    data: { key: id },
  };
}

interface SignedHeads {
  /** Environments that have a HEAD. */
  names: string[];
  /** Those of them whose HEAD has the signature of another key. */
  others: string[];
}

/** Finds the environments whose HEAD a key has not signed. @throws When HEAD of an environment is lost or damaged. */
async function findHeads({ store, trusted }: Environment, id: string): Promise<SignedHeads> {
  const key = new Map([...trusted].filter(([keyId]) => keyId === id));
  const found: SignedHeads = { names: [], others: [] };
  for (const name of await listEnvironments(store)) {
    try {
      if (!(await readHead(store, name, key))) continue;
    } catch (error) {
      if (!(error instanceof UntrustedKeyError)) throw error;
      found.others.push(name);
    }
    found.names.push(name);
  }
  return found;
}

/** Replaces the signing key, and signs each HEAD with the new one. A repetition completes one that was interrupted. */
async function activate(
  folder: string,
  { environment, host, author }: Pick<CommandRun<never, never>, 'environment' | 'host' | 'author'>,
): Promise<CommandResult> {
  assertReason(author, 'A rotation');
  // A HEAD that cannot be signed ends the command before the key is replaced.
  for (const name of await listEnvironments(environment.store)) await readLiveState({ ...environment, name });
  const { id, isActivated } = await activateNextKey(folder);
  const { names, others } = await findHeads(environment, id);
  if (!isActivated && others.length === 0) {
    throw new Error(
      `There is no next key, and the key ${id} has signed every HEAD: end a rotation with "rotate-key finish", or begin one with "rotate-key prepare".`,
    );
  }
  for (const name of others) {
    // This signer has loaded the new key. A note has no effect on visitors.
    const opened = await host.openEnvironment(name);
    await updateHead(opened, author, null, async () => ({ step: { action: 'note' } }));
  }
  return {
    lines: [
      names.length > 0
        ? `The key ${id} has signed HEAD of ${names.join(', ')}.`
        : `The key ${id} is the signing key. No environment has a HEAD to sign.`,
      'Restart every other signer and release service with the new signing-key.pem. Wait until every gateway serves the change.',
      'Create preview links and staff links again: those of the old key end with: rotate-key finish',
    ],
    data: { key: id, environments: names },
  };
}

export const rotateKey: RunCommand<[step: RotationStep], object> = async ({
  environment,
  host,
  author,
  words: [step],
}) => {
  const folder = host.keysDir;
  if (!folder) {
    throw new Error(
      'A signer of another user has the signing key: stop it, and run this command as that user, without RELEASE_SIGNER.',
    );
  }
  if (step === 'prepare') return prepare(folder);
  if (step === 'activate') return activate(folder, { environment, host, author });
  const id = await environment.signer?.getKeyId();
  if (!id) throw new Error('There is no signer: run the command on the machine that has the signing key.');
  const { others } = await findHeads(environment, id);
  if (others.length > 0) {
    throw new Error(
      `HEAD of ${others.join(' and ')} is not signed with the key ${id}: run "rotate-key activate" first.`,
    );
  }
  const retired = await retireOldKeys(folder);
  return {
    lines: [
      retired.length > 0
        ? `${retired.join(' and ')} moved to trusted/past/: valid for history, never for HEAD. Old links have ended.`
        : 'There is no old key in trusted/.',
      `Copy ${folder}/trusted/ to every gateway, signer, release service and reader of the shop, and restart them.`,
    ],
    data: { key: id, retired },
  };
};
