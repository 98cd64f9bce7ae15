import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { computeKeyId } from '../signing/keys';
import {
  getRestrictedKeyId,
  selectUnrestrictedKeys,
  type TrustedKeys,
  verifyDocument,
} from '../signing/signed-document';
import { AuditLogEntry } from '../state/audit-log';
import type { Environment } from '../state/environment';
import { readHead } from '../state/head';
import { DocumentRef, readReferencedDocument, sha256 } from '../store/document-ref';
import { CorruptDocumentError, parseJson } from '../store/parse-json';

/*
 * An exported audit log is JSON Lines: a header with the public keys, then the signed envelope of each entry as it is stored,
 * newest first. Each entry contains the hash of the entry before, so no line can be changed, left out or added in between.
 */
const Header = v.object({
  schema: v.literal(1),
  env: v.string(),
  exportedAt: v.string(),
  /** The newest entry. Null: nothing was ever promoted. */
  newest: v.nullable(DocumentRef),
  /** Public keys in PEM, by id. */
  keys: v.record(v.string(), v.string()),
});

const Line = v.object({ envelope: v.string() });

/** Selects the keys that are valid for entries of the log, by id. */
function selectLogKeys(trusted: TrustedKeys): Map<string, KeyObject> {
  const prefix = getRestrictedKeyId('log', '');
  const past = [...trusted].flatMap(([id, key]) =>
    id.startsWith(prefix) ? [[id.slice(prefix.length), key] as const] : [],
  );
  return new Map([...past, ...selectUnrestrictedKeys(trusted)]);
}

/**
 * Exports the audit log of an environment, line by line. Each entry is verified before it is exported.
 *
 * @throws {CorruptDocumentError} At an entry that is missing or was changed.
 */
export async function* exportAuditLog({ store, name, trusted }: Environment): AsyncGenerator<string> {
  const found = await readHead(store, name, trusted);
  const keys = [...selectLogKeys(trusted)].map(([id, key]) => [id, key.export({ type: 'spki', format: 'pem' })]);
  let next: DocumentRef | null = found?.head.log ?? null;
  const header = { schema: 1, env: name, exportedAt: new Date().toISOString(), newest: next };
  yield `${JSON.stringify({ ...header, keys: Object.fromEntries(keys) })}\n`;
  while (next) {
    const bytes: Uint8Array = await readReferencedDocument(store, next);
    const entry: AuditLogEntry = verifyDocument('log', AuditLogEntry, bytes, next.key, trusted);
    yield `${JSON.stringify({ envelope: Buffer.from(bytes).toString() })}\n`;
    next = entry.previous;
  }
}

export interface VerifiedLog {
  env: string;
  changes: number;
  /** The newest change of the file, with its hash. A later one may exist. Null for an empty log. */
  newest: (Pick<AuditLogEntry, 'seq' | 'at'> & { sha256: string }) | null;
  /** Ids of the keys that signed the entries. */
  keys: string[];
}

/** Reads the keys of a header. @throws {CorruptDocumentError} When a key is invalid, or has another id. */
function parseKeys(keys: Readonly<Record<string, string>>): TrustedKeys {
  const parsed = Object.entries(keys).map(([id, pem]) => {
    try {
      const key = createPublicKey(pem);
      if (computeKeyId(key) === id) return [id, key] as const;
    } catch {
      // The message below says it.
    }
    throw new CorruptDocumentError(`The key ${id} of the file is invalid, or the key of another id.`);
  });
  return new Map(parsed);
}

/**
 * Verifies an exported audit log: every signature, and the chain from the newest entry to the first one.
 *
 * @param trusted  Keys to trust. Default: those in the file, which its author chose.
 * @param head  Hash of a change that the file must have, such as the newest one at the time of an export. Without it, newest
 *   changes can be cut off: the file itself cannot prove that it has them.
 * @throws {CorruptDocumentError} The message names the line.
 */
export async function verifyExportedLog(
  lines: AsyncIterable<string>,
  { trusted, head }: { trusted?: TrustedKeys | undefined; head?: string | undefined } = {},
): Promise<VerifiedLog> {
  let header: v.InferOutput<typeof Header> | null = null;
  let keys: TrustedKeys = new Map();
  let next: DocumentRef | null = null;
  let number = 0;
  let hasHead = head === undefined;
  const signedBy = new Set<string>();
  const result: Pick<VerifiedLog, 'changes' | 'newest'> = { changes: 0, newest: null };
  for await (const line of lines) {
    number += 1;
    const where = `Line ${number}`;
    if (!header) {
      header = parseJson(Header, Buffer.from(line), where);
      keys = trusted ?? parseKeys(header.keys);
      next = header.newest;
      continue;
    }
    const bytes = Buffer.from(parseJson(Line, Buffer.from(line), where).envelope);
    if (!next) throw new CorruptDocumentError(`${where} follows the first change of the log: it was added.`);
    if (sha256(bytes) !== next.sha256) {
      throw new CorruptDocumentError(
        `${where} is not the change that the line before names: one was changed or left out.`,
      );
    }
    const entry: AuditLogEntry = verifyDocument('log', AuditLogEntry, bytes, where, keys);
    if (entry.env !== header.env) throw new CorruptDocumentError(`${where} is a change of ${entry.env}.`);
    signedBy.add(parseJson(v.object({ keyId: v.string() }), bytes, where).keyId);
    result.newest ??= { seq: entry.seq, at: entry.at, sha256: next.sha256 };
    hasHead ||= next.sha256 === head;
    result.changes += 1;
    next = entry.previous;
  }
  if (!header) throw new CorruptDocumentError('The file is empty: export the audit log again.');
  if (next) throw new CorruptDocumentError(`The file ends after line ${number}, before the first change of the log.`);
  if (!hasHead) {
    throw new CorruptDocumentError(
      `The file has no change with the hash ${head}: its newest changes were cut off, or it is another log.`,
    );
  }
  return { env: header.env, ...result, keys: [...signedBy] };
}
