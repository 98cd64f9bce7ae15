import { generateKeyPairSync } from 'node:crypto';
import { lock } from '../actions/lock';
import { promote } from '../actions/promote';
import { computeKeyId } from '../signing/keys';
import { getRestrictedKeyId, signDocument } from '../signing/signed-document';
import { publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { exportAuditLog, verifyExportedLog } from './exported-audit-log';

const environment = createTestEnvironment(createMemoryStore(new Map()));
const lines: string[] = [];

beforeAll(async () => {
  const shell = await publishBuild(environment.store, { app: 'shell' });
  await promote(environment, [shell], testAuthor, passingGates);
  await lock(environment, 'shell', testAuthor);
  await lock(environment, '*', testAuthor);
  for await (const line of exportAuditLog(environment)) lines.push(line);
});

async function* iterate(parts: readonly string[]) {
  yield* parts;
}
const verify = (changed: readonly string[]) => verifyExportedLog(iterate(changed));

test('verifies an exported log with the keys in it, without a store', async () => {
  expect(lines).toHaveLength(4);
  expect(await verify(lines)).toEqual({
    env: 'production',
    changes: 3,
    newest: { seq: 3, at: expect.any(String), sha256: JSON.parse(lines[0] ?? '').newest.sha256 },
    keys: [environment.signingKey.id],
  });
});

test('verifies with other keys than those of the file, and names the key that is missing', async () => {
  expect(await verifyExportedLog(iterate(lines), { trusted: environment.trusted })).toMatchObject({ changes: 3 });
  const { publicKey } = generateKeyPairSync('ed25519');
  const trusted = new Map([[computeKeyId(publicKey), publicKey]]);
  await expect(verifyExportedLog(iterate(lines), { trusted })).rejects.toThrow(
    `Line 2 is signed with the key ${environment.signingKey.id}, which is not trusted here`,
  );
});

test('exports a key that was replaced, so that its entries can be verified', async () => {
  const { id } = environment.signingKey;
  const key = environment.trusted.get(id);
  const other = generateKeyPairSync('ed25519').publicKey;
  if (!key) throw new Error('the test has no key');
  const trusted = new Map([
    [getRestrictedKeyId('log', id), key],
    [computeKeyId(other), other],
    [id, key],
  ]);
  const exported: string[] = [];
  for await (const line of exportAuditLog({ ...environment, trusted })) exported.push(line);
  expect(Object.keys(JSON.parse(exported[0] ?? '').keys).sort()).toEqual([id, computeKeyId(other)].sort());
  expect(await verify(exported)).toMatchObject({ changes: 3 });
});

/** Signs another entry with the key of the shop. */
const forge = (envelope: string) => {
  const document = JSON.parse(JSON.parse(envelope).document);
  const forged = signDocument('log', { ...document, by: 'mallory' }, environment.signingKey);
  return `${JSON.stringify({ envelope: forged.toString() })}\n`;
};

test.each<[string, () => string[], string]>([
  ['a changed entry', () => lines.map((line) => line.replace('asha', 'ravi')), 'Line 2 is not the change that'],
  [
    'another signed entry in its place',
    () => lines.map((line, index) => (index === 2 ? forge(JSON.parse(line).envelope) : line)),
    'Line 3 is not the change that the line before names: one was changed or left out.',
  ],
  ['a missing entry', () => lines.filter((_, index) => index !== 2), 'Line 3 is not the change that'],
  ['a missing end', () => lines.slice(0, -1), 'The file ends after line 3, before the first change of the log.'],
  ['a further entry', () => [...lines, lines.at(-1) ?? ''], 'Line 5 follows the first change of the log'],
  [
    'another environment',
    () => lines.map((line) => line.replace('"env":"production","exportedAt"', '"env":"staging","exportedAt"')),
    'Line 2 is a change of production.',
  ],
  [
    'a key under the id of another',
    () => {
      const header = JSON.parse(lines[0] ?? '');
      const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
      const keys = { [environment.signingKey.id]: pem };
      return [`${JSON.stringify({ ...header, keys })}\n`, ...lines.slice(1)];
    },
    'of the file is invalid, or the key of another id.',
  ],
  ['no line', () => [], 'The file is empty: export the audit log again.'],
  ['another file', () => ['hello\n'], 'Line 1 is malformed: it is not JSON'],
])('rejects a file with %s', async (_, change, message) => {
  await expect(verify(change())).rejects.toThrow(message);
});

test('exports the log of an environment without changes', async () => {
  const exported: string[] = [];
  for await (const line of exportAuditLog({ ...environment, name: 'staging' })) exported.push(line);
  expect(await verify(exported)).toEqual({ env: 'staging', changes: 0, newest: null, keys: [] });
});

test('finds out with the hash of a change that the newest changes were cut off', async () => {
  const [header = '', newest = '', ...older] = lines;
  const { key, sha256: head } = JSON.parse(header).newest;
  const { previous } = JSON.parse(JSON.parse(JSON.parse(newest).envelope).document);
  const cut = [JSON.stringify({ ...JSON.parse(header), newest: previous }), ...older];
  expect(await verify(cut)).toMatchObject({ changes: 2, newest: { seq: 2 } });
  await expect(verifyExportedLog(iterate(cut), { head })).rejects.toThrow(
    `The file has no change with the hash ${head}: its newest changes were cut off, or it is another log.`,
  );
  expect(key).toContain('000003');
  expect(await verifyExportedLog(iterate(lines), { head })).toMatchObject({ changes: 3 });
  // A later export has the changes of an earlier one.
  expect(await verifyExportedLog(iterate(lines), { head: previous.sha256 })).toMatchObject({ changes: 3 });
});
