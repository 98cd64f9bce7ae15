import { getReleasePrefix, type PinnedRelease, type Release, releaseFile } from '../release/release';
import { signDocument } from '../signing/signed-document';
import { type AuditLogEntry, signAuditLogEntry } from '../state/audit-log';
import { signComposition } from '../state/composition';
import { getHeadKey, type Head } from '../state/head';
import { type DocumentRef, sha256 } from '../store/document-ref';
import type { TestEnvironment } from './test-environment';
import { publishFake } from './test-shop';

export interface ReleaseLogOptions {
  /** Number of changes. */
  entries: number;
  /** Number of releases, one half of mf-a and one half of mf-b, besides the shell. */
  releases: number;
  /** Writes an object. The store's own writes are flushed to disk, which takes too long for a large log. */
  write: (key: string, bytes: Buffer) => void;
  /** Time of the newest change in Unix milliseconds. Default: now. */
  now?: number;
}

/** Milliseconds between two changes: three an hour. */
const changeMs = 20 * 60_000;
const people = ['asha', 'ravi', 'meera'];

/** Reason of the fifth change. No other reason has this word. */
export const rareReason = 'prices of saffron';

/** Creates the releases of an app: copies of one release with other versions. The last ones are the newest. */
function createReleases(template: Release, { entries, releases, write, now = Date.now() }: ReleaseLogOptions) {
  const count = Math.ceil(releases / 2);
  return Array.from({ length: count }, (_, index): PinnedRelease => {
    const version = `1.1.${index}`;
    const digest = sha256(Buffer.from(`${template.app} ${version}`)).slice(0, 12);
    const publishedAt = new Date(now - entries * changeMs * (1 - index / count)).toISOString();
    const release = { ...template, version, digest, publishedAt };
    const bytes = Buffer.from(JSON.stringify(release));
    write(getReleasePrefix(release) + releaseFile, bytes);
    write(`${getReleasePrefix(release)}${template.entry}`, Buffer.from(`// ${version}`));
    return { app: template.app, version, digest, sha256: sha256(bytes) };
  });
}

/**
 * Writes an environment with a long history: every third change promotes a release, the others lock and unlock mf-a. Signatures and
 * hashes are those of real changes.
 */
export async function writeReleaseLog(environment: TestEnvironment, options: ReleaseLogOptions): Promise<void> {
  const { entries, write, now = Date.now() } = options;
  const { store, name: env, signingKey: key } = environment;
  const writeSigned = ({ signed, ref }: ReturnType<typeof signComposition>): DocumentRef => {
    write(signed.key, Buffer.from(signed.text));
    return ref;
  };
  const [shell, a, b] = await Promise.all([
    publishFake(store, 'shell'),
    publishFake(store, 'mf-a'),
    publishFake(store, 'mf-b'),
  ]);
  const versions = [a, b].map((template) => createReleases(template, options));
  let remotes: PinnedRelease[] = [a, b].map(({ app, version, digest }) => ({ app, version, digest }));
  let live: DocumentRef | null = null;
  let previous: DocumentRef | null = null;
  for (let seq = 1; seq <= entries; seq++) {
    const isPromotion = seq % 3 === 1;
    if (isPromotion) {
      const turn = Math.floor(seq / 3);
      const next = seq === 1 ? undefined : versions[turn % 2]?.[Math.floor(turn / 2) % (versions[0]?.length ?? 1)];
      remotes = remotes.map((remote) => (remote.app === next?.app ? next : remote));
      const { app, version, digest } = shell;
      live = writeSigned(signComposition({ schema: 1, env, seq, shell: { app, version, digest }, remotes }, key));
    }
    if (!live) continue;
    const entry: AuditLogEntry = {
      schema: 2,
      env,
      seq,
      at: new Date(now - (entries - seq) * changeMs).toISOString(),
      by: people[seq % people.length] ?? '',
      reason: seq === 5 ? rareReason : `turn ${seq} of the sale`,
      action: isPromotion ? 'promote' : seq % 3 === 2 ? 'lock' : 'unlock',
      isForced: false,
      findings: [],
      ...(isPromotion ? {} : { app: 'mf-a' }),
      live,
      previous,
      canaries: [],
      halted: [],
    };
    previous = writeSigned(signAuditLogEntry(entry, key));
  }
  if (!live || !previous) throw new Error('A log has at least one change.');
  const head: Head = { schema: 3, env, seq: entries, live, locks: {}, log: previous, canaries: [] };
  write(getHeadKey(env), signDocument('head', head, key));
}
