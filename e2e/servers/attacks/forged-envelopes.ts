import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { computeKeyId } from '@shop/releases/signing/keys';
import { type DocumentKind, type SigningKey, signDocument } from '@shop/releases/signing/signed-document';
import type { TestEnvironment } from '@shop/releases/testing/test-environment';

/** The envelope of a signed document, as the release store has it. */
interface Envelope {
  keyId: string;
  signature: string;
  document: string;
}

/** What a forger knows: an honest document, the public keys, and a key pair of the forger's own. */
export interface Forgery {
  kind: DocumentKind;
  /** Bytes of a document that the shop has signed. */
  honest: Uint8Array;
  /** The same document with the change that the forger wants. */
  wanted: object;
  environment: Pick<TestEnvironment, 'signingKey' | 'trusted'>;
}

const toBytes = (envelope: object) => Buffer.from(JSON.stringify(envelope));
const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as Envelope;
const getSignedBytes = (kind: string, document: string) => Buffer.from(`storefront release ${kind} 1\n${document}`);

function createForeignKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { id: computeKeyId(publicKey), privateKey };
}

/** Keys of the forger. An RSA key takes a second to create. */
const foreignKeys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

/** Signs as the honest key, with another algorithm. */
function signWith(kind: string, { wanted, environment }: Forgery, algorithm: 'rsa' | 'ec' | 'hmac'): Buffer {
  const document = JSON.stringify(wanted);
  const keyId = environment.signingKey.id;
  const bytes = getSignedBytes(kind, document);
  if (algorithm === 'hmac') {
    // Verifiers that take the algorithm from the document use the public key as a secret.
    const publicKey = environment.trusted.get(keyId)?.export({ type: 'spki', format: 'pem' }) ?? '';
    return toBytes({
      alg: 'HS256',
      keyId,
      signature: createHmac('sha256', publicKey).update(bytes).digest('base64'),
      document,
    });
  }
  return toBytes({
    alg: algorithm,
    keyId,
    signature: sign('sha256', bytes, foreignKeys[algorithm]).toString('base64'),
    document,
  });
}

/** Attacks on a signed document. Each returns the bytes that the forger writes to the release store. */
export const envelopeForgeries: Readonly<Record<string, (forgery: Forgery) => Buffer>> = {
  'a changed document under the honest signature': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), document: JSON.stringify(wanted) }),
  'a document without a signature': ({ wanted }) => toBytes(wanted),
  'an empty signature': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), signature: '', document: JSON.stringify(wanted) }),
  'a signature of zeros': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), signature: Buffer.alloc(64).toString('base64'), document: JSON.stringify(wanted) }),
  'a signature that is one byte short': ({ honest, wanted }) =>
    toBytes({
      ...parse(honest),
      signature: Buffer.from(parse(honest).signature, 'base64').subarray(1).toString('base64'),
      document: JSON.stringify(wanted),
    }),
  'the key of the forger': ({ kind, wanted }) => signDocument(kind, wanted, createForeignKey()),
  'the key of the forger under the id of the honest key': ({ kind, wanted, environment }) =>
    signDocument(kind, wanted, { ...createForeignKey(), id: environment.signingKey.id }),
  'the honest key for another kind of document': ({ kind, wanted, environment }) =>
    signDocument(kind === 'staff' ? 'preview' : 'staff', wanted, environment.signingKey),
  'the honest key for the log': ({ wanted, environment }) => signDocument('log', wanted, environment.signingKey),
  'text after the document': ({ honest }) => toBytes({ ...parse(honest), document: `${parse(honest).document} ` }),
  'padding and more text after the document, as in a length extension': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), document: `${parse(honest).document}\u0080\0\0${JSON.stringify(wanted)}` }),
  'a line before the document': ({ honest }) => toBytes({ ...parse(honest), document: `\n${parse(honest).document}` }),
  'the algorithm none': ({ wanted, honest }) =>
    toBytes({ ...parse(honest), alg: 'none', signature: '', document: JSON.stringify(wanted) }),
  'an HMAC with the public key as its secret': (forgery) => signWith(forgery.kind, forgery, 'hmac'),
  'an RSA signature under the id of the honest key': (forgery) => signWith(forgery.kind, forgery, 'rsa'),
  'an ECDSA signature under the id of the honest key': (forgery) => signWith(forgery.kind, forgery, 'ec'),
  'a key id from the prototype': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), keyId: '__proto__', document: JSON.stringify(wanted) }),
  'a key id of a restricted key': ({ honest, wanted, kind }) =>
    toBytes({ ...parse(honest), keyId: `${kind} ${parse(honest).keyId}`, document: JSON.stringify(wanted) }),
  'two documents in one envelope': ({ honest, wanted }) => {
    const { keyId, signature, document } = parse(honest);
    const [first, last] = [JSON.stringify(document), JSON.stringify(JSON.stringify(wanted))];
    return Buffer.from(`{"keyId":"${keyId}","signature":"${signature}","document":${first},"document":${last}}`);
  },
  'a list of signatures': ({ honest, wanted }) =>
    toBytes({ ...parse(honest), signature: [parse(honest).signature], document: JSON.stringify(wanted) }),
  'a document that is not text': ({ honest, wanted }) => toBytes({ ...parse(honest), document: wanted }),
  'an envelope without JSON': () => Buffer.from('keyId: 0'),
  'an empty file': () => Buffer.alloc(0),
};
