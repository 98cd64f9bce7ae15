import { updateHead } from '@shop/releases/actions/update-head';
import { activateNextKey, prepareNextKey, retireOldKeys } from '@shop/releases/signing/keys';
import type { Author, Environment } from '@shop/releases/state/environment';
import { listEnvironments, readHead } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import type { CommandResult, RunCommand } from '../cli/command';
import { assertReason } from './define-change';

/** A step of the replacement of the signing key. */
export type RotationStep = 'prepare' | 'activate' | 'finish';

/** Signs HEAD of an environment again: a note has no effect on visitors. An environment may have no HEAD yet. */
async function signAgain(environment: Environment, author: Author): Promise<void> {
  if (!(await readLiveState(environment))) return;
  await updateHead(environment, author, null, async () => ({ step: { action: 'note' } }));
}

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

/** @throws When HEAD of an environment does not have the signature of a key. The message names the environments. */
async function assertSigned(environment: Environment, environments: readonly string[], id: string): Promise<void> {
  const trusted = new Map([...environment.trusted].filter(([keyId]) => keyId === id));
  const heads = await Promise.allSettled(environments.map((name) => readHead(environment.store, name, trusted)));
  const old = environments.filter((_name, index) => heads[index]?.status === 'rejected');
  if (old.length === 0) return;
  throw new Error(`HEAD of ${old.join(' and ')} is not signed with the key ${id}: run "rotate-key activate" first.`);
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
  const environments = await listEnvironments(environment.store);
  if (step === 'activate') {
    assertReason(author, 'A rotation');
    const id = await activateNextKey(folder);
    for (const name of environments) {
      // This signer has loaded the new key.
      await signAgain(await host.openEnvironment(name), author);
    }
    return {
      lines: [
        `The key ${id} has signed HEAD of ${environments.join(', ')}.`,
        'Restart every other signer and release service with the new signing-key.pem. Wait until every gateway serves the change.',
        'Create preview links and staff links again: those of the old key end with: rotate-key finish',
      ],
      data: { key: id, environments },
    };
  }
  const id = await environment.signer?.getKeyId();
  if (!id) throw new Error('There is no signer: run the command on the machine that has the signing key.');
  await assertSigned(environment, environments, id);
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
