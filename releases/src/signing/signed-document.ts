import { type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { CorruptDocumentError, parseJson } from '../store/parse-json';

/** What a signature is for: one made for a kind of document says nothing about another kind. */
export type DocumentKind = 'head' | 'composition' | 'log' | 'preview' | 'staff';

/** Documents that HEAD vouches for by their hash: a key that was replaced still counts for them. */
export const hashReferencedKinds = ['composition', 'log'] as const satisfies readonly DocumentKind[];

/** Signs documents of the release store. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

/** Public keys whose signatures count: by id, or, where they count for some kinds of document only, by `onlyFor`. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

/** Where a key is found that counts for some kinds of document only. No key has an id that looks like it. */
export const getRestrictedKeyId = (kind: DocumentKind, keyId: string) => `${kind} ${keyId}`;

const keyIdPattern = /^[0-9a-f]{16}$/;

/** Keys that count for every kind of document. */
export const selectUnrestrictedKeys = (trusted: TrustedKeys): TrustedKeys =>
  new Map([...trusted].filter(([id]) => keyIdPattern.test(id)));

/** The document stands inside as text, so that what is read is to the byte what was signed. */
const Envelope = v.object({
  keyId: v.pipe(v.string(), v.regex(keyIdPattern)),
  signature: v.string(),
  document: v.string(),
});

const signedBytes = (kind: DocumentKind, document: string) => Buffer.from(`storefront release ${kind} 1\n${document}`);

/** Puts a document into a signed envelope. Ed25519. */
export function signDocument(kind: DocumentKind, document: unknown, key: SigningKey): Buffer {
  const text = JSON.stringify(document);
  const signature = sign(null, signedBytes(kind, text), key.privateKey).toString('base64');
  return Buffer.from(`${JSON.stringify({ keyId: key.id, signature, document: text }, null, 2)}\n`);
}

/**
 * Opens a signed envelope and checks what is in it.
 *
 * @param where The document's key in the store, for the message.
 * @throws {CorruptDocumentError} One sentence: the signature is wrong, its key is not trusted, or the document is malformed.
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
    throw new CorruptDocumentError(
      `${where} is signed with the key ${keyId}, which counts for the past only: put it back into trusted/, promote or lock something with the new key, and move it then`,
    );
  }
  if (!key) throw new CorruptDocumentError(`${where} is signed with the key ${keyId}, which is not trusted here`);
  if (!verify(null, signedBytes(kind, document), key, Buffer.from(signature, 'base64'))) {
    throw new CorruptDocumentError(
      `${where} does not carry a valid signature: it was changed, or damaged, after it was signed`,
    );
  }
  return parseJson(schema, Buffer.from(document), where);
}
