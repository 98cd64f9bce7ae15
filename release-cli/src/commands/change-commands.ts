import { lock, unlock } from '@shop/releases/actions/lock';
import { type PromoteOptions, promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { complete, getRunningCanary, halt, rollout } from '@shop/releases/actions/rollout';
import type { CheckComposition } from '@shop/releases/actions/run-gates';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { assertApprover, findTwoPersonApp, formatApprovedAuthor } from '@shop/releases/policy/two-person-rule';
import { publish as publishBuild } from '@shop/releases/release/publish';
import { parseVersion } from '@shop/releases/release/version';
import { parseRegions, regionsRule } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import type { Author, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import {
  asTyped,
  type Command,
  type CommandRun,
  type Flags,
  listFlag,
  plainFlag,
  readBase,
  readDuration,
  readNumber,
  textFlag,
  UsageError,
} from '../cli/command';
import { describeState, differences } from '../format/format-state';
import { findPublished } from '../published/find-published-release';
import { previewPublished } from '../published/preview-published-releases';

const gatesOf = ({ environment, flags, host }: CommandRun): CheckComposition =>
  createPromotionCheck(environment, listFlag(flags, 'remove-path'), host.bootComposition);

const said = (state: LiveState) => ({
  lines: describeState(state),
  data: { head: state.head, live: state.live, canary: state.canary },
});

const isUnchanged = (before: LiveState | null, after: LiveState) => after.head.seq === before?.head.seq;

const saidLive = (state: LiveState) => ({
  ...said(state),
  lines: ['That is live already: nothing changed.', ...describeState(state)],
});

function requireReason({ author }: CommandRun, what: string): void {
  if (!author.reason) throw new UsageError(`${what} needs a reason: add --reason "…".`);
}

export const publish: Command = {
  usage: 'APP [--version 1.2.0] [--from FOLDER]',
  says: 'builds an app for browser and Node and uploads it; the same version with other bytes is refused',
  options: { version: { type: 'string' }, from: { type: 'string' } },
  does: 'publishes',
  words: [1, 1],
  run: async ({ words: [app = ''], flags, environment, host }) => {
    const [versionText, folder] = [textFlag(flags, 'version'), textFlag(flags, 'from')];
    const version = versionText === undefined ? undefined : asTyped(() => parseVersion(versionText, '--version'));
    const known = host.apps();
    if (!folder && !known.includes(app)) {
      throw new UsageError(
        `There is no app "${app}": choose from ${known.join(', ')}, or name its folder with --from.`,
      );
    }
    const build = await host.build(app, { ...(version ? { version } : {}), ...(folder ? { folder } : {}) });
    const release = await publishBuild(environment.store, { ...build, app });
    const kilobytes = Object.values(release.files).reduce((sum, { size }) => sum + size, 0) / 1024;
    const files = Object.keys(release.files).length;
    return {
      lines: [`${app}@${release.version} (${release.digest}) is published: ${files} files, ${kilobytes.toFixed(0)} KB`],
      data: release,
    };
  },
};

/** What goes out of the composition. */
const removing = {
  'remove-app': { type: 'string', multiple: true },
  'remove-path': { type: 'string', multiple: true },
} as const;

/** Apps to take out. @throws {UsageError} When nothing is to come in their place, and none is named. */
function readRemoved({ words, flags }: CommandRun, verb: string): string[] {
  const removed = listFlag(flags, 'remove-app');
  if (words.length + removed.length > 0) return removed;
  throw new UsageError(`Name what to ${verb}, such as mf-catalog@1.2.0.`);
}

export const check: Command = {
  usage: 'APP@VERSION [APP@VERSION …] [--remove-app mf-old] [--remove-path /old]',
  says: 'runs the gates on the composition that would result, and changes nothing',
  options: removing,
  words: [0, 32],
  run: async (run) => {
    const { environment, words } = run;
    const removed = readRemoved(run, 'check');
    const ids = await Promise.all(words.map((word) => findPublished(environment.store, word)));
    const state = await readLiveState(environment);
    const findings = await gatesOf(run)({ next: compose(environment.name, state?.live ?? null, ids, removed), state });
    const lines = findings.map(({ gate, app, problem, remedy }) => `  ${gate} · ${app}: ${problem} → ${remedy}`);
    return {
      lines: lines.length > 0 ? ['Refused:', ...lines] : ['Every gate is open.'],
      data: { findings },
      isOk: findings.length === 0,
    };
  },
};

/**
 * Forcing takes a reason and, for apps that move money, somebody else's approval.
 *
 * @returns Whether it was asked for, and who signs.
 */
function readForce(run: CommandRun, apps: readonly string[]): { isForced: boolean; author: Author } {
  const { author } = run;
  const second = plainFlag(run.flags, 'approved-by');
  if (run.flags.force !== true) {
    if (second) throw new UsageError('--approved-by is for what is forced: add --force, or leave it out.');
    return { isForced: false, author };
  }
  requireReason(run, '--force');
  const delicate = findTwoPersonApp(apps);
  if (delicate && (!second || isSamePerson(second, author.by))) {
    throw new UsageError(`${delicate} is forced by two: add --approved-by and the name of a second person.`);
  }
  if (!second) return { isForced: true, author };
  assertApprover(run.host.policy ?? null, second, apps, run.environment.name);
  return { isForced: true, author: { ...author, by: formatApprovedAuthor(author.by, second) } };
}

/** Who gets a promotion first. @throws {UsageError} */
function readCanary(flags: Flags): Pick<PromoteOptions, 'canaryShare' | 'canaryAllowlist'> {
  const [share, region] = [textFlag(flags, 'canary'), textFlag(flags, 'region')];
  const isForStaff = flags.staff === true;
  if (share === undefined) {
    if (!isForStaff && region === undefined) return {};
    throw new UsageError('--staff and --region are lists of a canary: add --canary and a share, such as --canary 10.');
  }
  const regions = parseRegions(region?.split(',') ?? []);
  if (!regions) throw new UsageError(`--region is "${region}": ${regionsRule}.`);
  return {
    canaryShare: readNumber(share, '--canary', 0, 100),
    canaryAllowlist: { ...(isForStaff ? { staff: true } : {}), ...(regions.length > 0 ? { regions } : {}) },
  };
}

const promoteCommand: Command = {
  usage:
    'APP@VERSION [APP@VERSION …] [--canary 10 [--staff] [--region KA,MH]] [--remove-app mf-old] [--remove-path /old] [--force --approved-by NAME] [--reason "…"]',
  says: 'makes releases live, for everybody or for part of the visitors first',
  options: {
    canary: { type: 'string' },
    staff: { type: 'boolean' },
    region: { type: 'string' },
    force: { type: 'boolean' },
    'approved-by': { type: 'string' },
    ...removing,
  },
  does: 'signs',
  words: [0, 32],
  run: async (run) => {
    const { environment, words, flags } = run;
    const removed = readRemoved(run, 'promote');
    const ids = await Promise.all(words.map((word) => findPublished(environment.store, word)));
    const { isForced, author } = readForce(run, [...ids.map(({ app }) => app), ...removed]);
    const before = await readLiveState(environment);
    const state = await promote(environment, ids, author, {
      check: gatesOf(run),
      isForced,
      removed,
      ...readCanary(flags),
    });
    if (isUnchanged(before, state)) return saidLive(state);
    const changes = before ? differences(before.live, state.canary ?? state.live) : [];
    return { ...said(state), lines: [...changes.map((line) => `  ${line}`), ...describeState(state)] };
  },
};

export { promoteCommand as promote };

const rolloutCommand: Command = {
  usage: 'SHARE | complete | halt [--force --approved-by NAME] [--reason "…"]',
  says: 'gives the canary to more visitors, to everybody, or takes it back',
  options: { force: { type: 'boolean' }, 'approved-by': { type: 'string' } },
  does: 'signs',
  words: [1, 1],
  run: async (run) => {
    const {
      environment,
      flags,
      words: [word = ''],
    } = run;
    if (word === 'halt') {
      if (flags.force === true || flags['approved-by'] !== undefined) {
        throw new UsageError('A halt passes no gates: leave --force and --approved-by out.');
      }
      return said(await halt(environment, run.author));
    }
    const share = word === 'complete' ? null : readNumber(word, 'A share', 1, 100);
    const { apps, candidate } = getRunningCanary(await readLiveState(environment));
    const { isForced, author } = readForce(run, apps);
    // The gates take their time: whichever canary runs by then need not be the one that this is about.
    const gates = { check: gatesOf(run), isForced, compositionSeq: candidate.next.seq };
    if (share === null) return said(await complete(environment, author, gates));
    return said(await rollout(environment, share, author, gates));
  },
};

export { rolloutCommand as rollout };

const rollbackCommand: Command = {
  usage: '[app] [--to SEQ] [--reason "…"]',
  says: 'goes back to what was live before, for one app or for all',
  options: { to: { type: 'string' } },
  does: 'signs',
  words: [0, 1],
  run: async (run) => {
    const {
      environment,
      words: [app],
      flags,
      author,
    } = run;
    const to = textFlag(flags, 'to');
    const before = await readLiveState(environment);
    const state = await rollback(environment, author, {
      check: gatesOf(run),
      ...(app ? { app } : {}),
      ...(to !== undefined ? { seq: readNumber(to, '--to', 1, Number.MAX_SAFE_INTEGER) } : {}),
    });
    return isUnchanged(before, state) ? saidLive(state) : said(state);
  },
};

export { rollbackCommand as rollback };

const lockCommand: Command = {
  usage: '[app] --reason "…"',
  says: 'keeps an app, or everything, as it is',
  does: 'signs',
  words: [0, 1],
  run: async (run) => {
    requireReason(run, 'A lock');
    return said(await lock(run.environment, run.words[0] ?? '*', run.author));
  },
};

export { lockCommand as lock };

const unlockCommand: Command = {
  usage: '[app] --reason "…"',
  says: 'lets it change again',
  does: 'signs',
  words: [0, 1],
  run: async (run) => {
    requireReason(run, 'Unlocking');
    return said(await unlock(run.environment, run.words[0] ?? '*', run.author));
  },
};

export { unlockCommand as unlock };

export const preview: Command = {
  usage: 'APP@VERSION [APP@VERSION …] [--ttl 2h] [--base https://shop.example]',
  says: 'prints a link to a composition that is not live: with it, and for a while, one browser sees it',
  options: { ttl: { type: 'string' }, base: { type: 'string' } },
  does: 'signs',
  words: [1, 32],
  run: async ({ environment, words, flags, author }) => {
    const [duration, base] = [readDuration(textFlag(flags, 'ttl') ?? '2h'), readBase(flags)];
    const made = await previewPublished(environment, words, { by: author.by, duration, base });
    return { lines: [made.link, `It works until ${made.expiresAt}.`], data: made };
  },
};
