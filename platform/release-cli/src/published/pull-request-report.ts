import { getFirstLoads } from '@shop/releases/gates/bundle-size.gate';
import { readRelease } from '@shop/releases/release/read-release';
import { type Finding, isBlocking } from '@shop/releases/state/audit-log';
import { compose } from '@shop/releases/state/compose';
import { type Apps, getReleases } from '@shop/releases/state/composition';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { formatKilobytes } from '../cli/format';
import { findPublishedRelease } from './published-releases';

/** What a pull request shows of the release that it proposes. */
export interface PullRequestReport {
  app: string;
  version: string;
  /** Version that is live. Null for a new app. */
  liveVersion: string | null;
  /** Address of the preview, which stays for later releases of the pull request. */
  link: string;
  /** ISO date and time. */
  expiresAt: string;
  /** Bytes in brotli of the app's scripts for the first load of each path. Null where the live or the new version has no such path. */
  sizes: { path: string; before: number | null; after: number | null }[];
  findings: Finding[];
}

export interface PullRequestReportOptions {
  /** Creates or replaces the preview. */
  preview: () => Promise<Pick<PullRequestReport, 'link' | 'expiresAt'>>;
  /** Runs the gates on the composition that a promotion would create. */
  check: (next: Apps, state: LiveState | null) => Promise<Finding[]>;
}

/**
 * Creates the report of a release on an environment: it runs the gates on the composition that a promotion would create, and
 * creates or replaces the preview. A release that the gates refuse has a preview too.
 *
 * @param text `mf-catalog@1.2.0`
 */
export async function createPullRequestReport(
  environment: Environment,
  text: string,
  { preview, check }: PullRequestReportOptions,
): Promise<PullRequestReport> {
  const { store, name } = environment;
  const release = await findPublishedRelease(store, text);
  const state = await readLiveState(environment);
  const { link, expiresAt } = await preview();
  const next = compose(name, state?.live ?? null, [release]);
  const findings = await check(next, state);
  const [pinned, live] = [getReleases(next), state ? getReleases(state.live) : []].map((releases) =>
    releases.find(({ app }) => app === release.app),
  );
  const [after = {}, before = {}] = await Promise.all(
    [pinned, live].map(async (id) => (id ? getFirstLoads(await readRelease(store, id)) : {})),
  );
  const sizes = [...new Set([...Object.keys(after), ...Object.keys(before)])].map((path) => ({
    path,
    before: before[path] ?? null,
    after: after[path] ?? null,
  }));
  const { app, version } = release;
  return { app, version, liveVersion: live?.version ?? null, link, expiresAt, sizes, findings };
}

function formatDifference({ before, after }: PullRequestReport['sizes'][number]): string {
  if (before === null) return 'new';
  if (after === null) return 'removed';
  const difference = (after - before) / 1024;
  return `${difference < 0 ? '−' : '+'}${Math.abs(difference).toFixed(1)} KB`;
}

/** Escapes the characters that begin markup or a cell, so that a message of a release stays text. */
const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>|#@]/g, (character) => `\\${character}`);

/**
 * Formats the report as a comment in Markdown.
 *
 * @returns Its first line is a comment that names the app: the workflow finds the comment of the last push by it.
 */
export function formatPullRequestReport(report: PullRequestReport): string {
  const { app, version, liveVersion, link, expiresAt, sizes, findings } = report;
  const isRefused = findings.some(isBlocking);
  const verdict = isRefused ? 'The gates refuse this composition.' : 'All gates pass.';
  return [
    `<!-- release-report ${app} -->`,
    `### ${app} ${version}`,
    '',
    `[Open the preview](${link}): the live shop with this release, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    `**${verdict}** ${liveVersion === null ? 'The app is new.' : `Live is ${liveVersion}.`}`,
    '',
    ...findings.map(
      ({ gate, app: named, problem, remedy, isWarning }) =>
        `- ${isWarning ? 'warning, ' : ''}\`${gate}\` · ${named}: ${escapeMarkdown(problem)} → ${escapeMarkdown(remedy)}`,
    ),
    ...(findings.length > 0 ? [''] : []),
    ...(sizes.length > 0
      ? [
          '| Scripts of the first load, in brotli | Live | This release | Difference |',
          '| --- | ---: | ---: | ---: |',
          ...sizes.map((size) => {
            const cells = [formatKilobytes(size.before), formatKilobytes(size.after), formatDifference(size)];
            return `| \`${size.path}\` | ${cells.join(' | ')} |`;
          }),
        ]
      : []),
  ].join('\n');
}
