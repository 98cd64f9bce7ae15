import * as v from 'valibot';
import { linkSchemas, maxLinkDuration } from '../signed-links/link-kinds';
import { type SigningKey, selectUnrestrictedKeys, signDocument, type TrustedKeys } from '../signing/signed-document';
import { applyStep, type NextComposition } from '../state/apply-step';
import { type Apps, readComposition } from '../state/composition';
import { readLiveState } from '../state/live-state';
import {
  ChangeRequest,
  LinkRequest,
  RecoveryRequest,
  type SignedChange,
  type Signer,
  StaleHeadError,
} from '../state/signer';
import { type DocumentRef, sha256 } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import type { DocumentReader } from '../store/release-store';
import { buildChange, buildRecovery, readProof } from './sign-change';

/**
 * Creates a signer that holds its key in this process. Only the signer's process and tests call it: no process that runs gates
 * has a key.
 */
export function createSigner(key: SigningKey, trusted: TrustedKeys): Signer {
  /** Number of the newest HEAD that a request started from, by environment. */
  const newest = new Map<string, number>();

  /** Checks that no newer HEAD has been seen. Two requests that start from the same HEAD both get signatures; the swap decides. */
  const assertNotStale = (env: string, seq: number, what: string): void => {
    const seen = newest.get(env) ?? 0;
    if (seq >= seen) return;
    throw new StaleHeadError(
      `${what} of ${env} is that of change ${seq}, and this signer has seen change ${seen}: restart the signer if the release store was restored, and else restore HEAD.`,
    );
  };
  const assertTrusted = (): void => {
    if (selectUnrestrictedKeys(trusted).has(key.id)) return;
    throw new ConflictError(`The key ${key.id} may not sign changes: its public key is not in trusted/.`);
  };

  return {
    getKeyId: async () => key.id,
    signChange: async (input): Promise<SignedChange> => {
      const request = parseRequest(ChangeRequest, input);
      const { env } = request;
      assertTrusted();
      const documents = createReader(request.documents);
      const state = await readLiveState({ store: documents, name: env, trusted });
      const seq = state?.head.seq ?? 0;
      assertNotStale(env, seq, 'HEAD');
      newest.set(env, seq);
      const { step, author, isForced, ...evidence } = request;
      const target = 'live' in step ? { target: await readTarget(env, step.live, { documents, trusted }) } : {};
      const requested = { env, step, author, isForced, ...target, at: new Date().toISOString() };
      return buildChange(requested, state, applyStep(state, requested, evidence), key);
    },
    signRecovery: async (input) => {
      const request = parseRequest(RecoveryRequest, input);
      assertTrusted();
      const proof = await readProof(request, { documents: createReader(request.documents), trusted });
      assertNotStale(request.env, proof.seq, 'The log entry');
      return buildRecovery(request, proof, key);
    },
    signLink: async (input) => {
      const { kind, document } = parseRequest(LinkRequest, input);
      const link = parseRequest(linkSchemas[kind], document);
      // The second condition refuses a time that is not a number too.
      if (!v.is(IsoTime, link.expiresAt) || !(Date.parse(link.expiresAt) - Date.now() <= maxLinkDuration)) {
        const days = maxLinkDuration / 86_400_000;
        throw new ConflictError(
          `A link of the kind ${kind} ends within ${days} days, at an ISO date and time: ${JSON.stringify(link.expiresAt)} is none.`,
        );
      }
      if (!/^[0-9a-f-]{36}$/.test(link.id))
        throw new ConflictError(`${JSON.stringify(link.id)} is not an id of a link.`);
      return { key: `${kind}/${link.id}.json`, text: signDocument(kind, link, key).toString() };
    },
  };
}

/** Reads the composition that a step makes live. @throws When its signature is invalid, or it is of another environment. */
async function readTarget(
  env: string,
  live: DocumentRef | Apps,
  { documents, trusted }: { documents: DocumentReader; trusted: TrustedKeys },
): Promise<NextComposition> {
  if (!('key' in live)) return { apps: live };
  const composition = await readComposition(documents, live, trusted);
  if (composition.env === env) return { apps: composition, ref: live };
  throw new ConflictError(`A composition of the environment ${composition.env} cannot be live in ${env}.`);
}

const IsoTime = v.pipe(v.string(), v.isoTimestamp());

/** @throws {ConflictError} The message names the first invalid field. */
function parseRequest<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new ConflictError(`The request to the signer is malformed: ${field ? `${field}: ` : ''}${issue.message}`);
}

/** Reads the documents of a request as if they were in a release store. */
function createReader(documents: Readonly<Record<string, string>>): DocumentReader {
  const texts = new Map(Object.entries(documents));
  return {
    get: async (key) => {
      const text = texts.get(key);
      if (text === undefined) return null;
      const bytes = Buffer.from(text);
      return { bytes, tag: sha256(bytes) };
    },
  };
}
