import { type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { type DocumentRef, sha256 } from '../store/document-ref';
import { CorruptDocumentError, parseJson } from '../store/parse-json';

/** No trusted key has signed a document. The document itself may be intact. */
export class UntrustedKeyError extends CorruptDocumentError {}

/** Kind of a signed document. A signature is valid for one kind only. */
export type DocumentKind = 'head' | 'composition' | 'log' | 'preview' | 'staff';

/** Documents that HEAD refers to by hash, directly or through the log. A key that was replaced stays valid for them. */
export const hashReferencedKinds = ['composition', 'log'] as const satisfies readonly DocumentKind[];

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

/** Trusted public keys by id. A key that is valid for one kind of document only is under {@link getRestrictedKeyId}. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** @returns The map key of a public key that is valid for one kind only. No key id has this form. */
export const getRestrictedKeyId = (kind: DocumentKind, keyId: string) => `${kind} ${keyId}`;

const keyIdPattern = /^[0-9a-f]{16}$/;

export const selectUnrestrictedKeys = (trusted: TrustedKeys): TrustedKeys =>
  new Map([...trusted].filter(([id]) => keyIdPattern.test(id)));

/** The envelope contains the document as text, so that the signature covers exactly the bytes that are parsed. */
const Envelope = v.object({
  keyId: v.pipe(v.string(), v.regex(keyIdPattern)),
  signature: v.string(),
  document: v.string(),
});

const signedBytes = (kind: DocumentKind, document: string) => Buffer.from(`storefront release ${kind} 1\n${document}`);

/** Signs a document with Ed25519. @returns The envelope as JSON. */
export function signDocument(kind: DocumentKind, document: unknown, key: SigningKey): Buffer {
  const text = JSON.stringify(document);
  const signature = sign(null, signedBytes(kind, text), key.privateKey).toString('base64');
  return Buffer.from(`${JSON.stringify({ keyId: key.id, signature, document: text }, null, 2)}\n`);
}

export interface SignedDocument {
  key: string;
  /** The envelope as JSON. */
  text: string;
}

/** Formats the number of a document as the beginning of its name, so that keys sort by number. */
export const formatSeq = (seq: number): string => String(seq).padStart(6, '0');

/** Signs a document that others refer to by its hash. Its key contains its number and its hash. */
export function signReferencedDocument(
  kind: (typeof hashReferencedKinds)[number],
  folder: string,
  document: { env: string; seq: number },
  key: SigningKey,
): { signed: SignedDocument; ref: DocumentRef } {
  const bytes = signDocument(kind, document, key);
  const hash = sha256(bytes);
  const name = `env/${document.env}/${folder}/${formatSeq(document.seq)}-${hash.slice(0, 12)}.json`;
  return { signed: { key: name, text: bytes.toString() }, ref: { key: name, sha256: hash } };
}

/**
 * Verifies the signature of an envelope and parses its document.
 *
 * @throws {UntrustedKeyError} When the key of the signature is not trusted.
 * @throws {CorruptDocumentError} When the signature is invalid, or the document is malformed.
 */
export function verifyDocument<Schema extends v.GenericSchema>(
  kind: DocumentKind,
  schema: Schema,
  bytes: Uint8Array,
  where: string,
  trusted: TrustedKeys,
): v.InferOutput<Schema> {
  const { keyId, signature, document } = parseJson(Envelope, bytes, where);
  const key = trusted.get(keyId) ?? trusted.get(getRestrictedKeyId(kind, keyId));
  if (!key && hashReferencedKinds.some((past) => trusted.has(getRestrictedKeyId(past, keyId)))) {
    throw new UntrustedKeyError(
      `${where} is signed with the key ${keyId}, which is valid for past documents only: move it back into trusted/, promote or lock something with the new key, and then move it to trusted/past/ again`,
    );
  }
  if (!key) throw new UntrustedKeyError(`${where} is signed with the key ${keyId}, which is not trusted here`);
  if (!verify(null, signedBytes(kind, document), key, Buffer.from(signature, 'base64'))) {
    throw new CorruptDocumentError(`${where} has no valid signature: it was changed or damaged after it was signed`);
  }
  return parseJson(schema, Buffer.from(document), where);
}
