import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { isBlocking } from '@shop/releases/state/audit-log';
import type { CommandRun, RunCommand } from '../cli/command';
import { findShopUrl } from '../host/settings';
import { checkComposition } from '../published/check-composition';
import { previewPath, previewPublishedReleases } from '../published/published-releases';
import {
  createPullRequestReport,
  formatPullRequestReport,
  type PullRequestReport,
} from '../published/pull-request-report';
import { loadState } from './inspection';

interface LinkOptions {
  /** Milliseconds until the link expires. */
  ttl: number;
  /** Address of the shop, without a slash at the end. Default: the shop of this machine, or that of the release service. */
  shopUrl?: string;
}

type PreviewOptions = LinkOptions & { name?: string };
type PreviewLink = Pick<PullRequestReport, 'link' | 'expiresAt'>;

/** Creates a preview. @throws {SettingsError} When the address of the shop in a variable is invalid. */
function createPreviewLink(
  run: CommandRun<unknown, PreviewOptions>,
  releases: readonly string[],
): Promise<PreviewLink> {
  const { environment, service, options, author, progress } = run;
  const { ttl, shopUrl, name } = options;
  return progress.run('preview', async () => {
    if (!service) {
      const created = { by: author.by, duration: ttl, shopUrl: shopUrl ?? findShopUrl(), name };
      const { link, expiresAt } = await previewPublishedReleases(environment, releases, created);
      return { link, expiresAt };
    }
    const body = { env: environment.name, releases: [...releases], minutes: Math.ceil(ttl / 60_000) };
    const { link, expiresAt } = await service.call('preview', { ...body, ...(name === undefined ? {} : { name }) });
    return { link: shopUrl === undefined ? link : `${shopUrl}${link.slice(link.lastIndexOf(previewPath))}`, expiresAt };
  });
}

export const preview: RunCommand<[names: string[]], PreviewOptions> = async (run) => {
  const created = await createPreviewLink(run, run.words[0]);
  return { lines: [created.link, `The link expires at ${created.expiresAt}.`], data: created };
};

export const pullRequestReport: RunCommand<[release: string], LinkOptions & { name: string }> = async (run) => {
  const [release] = run.words;
  const report = await createPullRequestReport(run.environment, release, {
    preview: () => createPreviewLink(run, [release]),
    check: (next, state) => checkComposition(run, { releases: [release] }, next, state),
  });
  const markdown = formatPullRequestReport(report);
  return { lines: markdown.split('\n'), data: { ...report, markdown }, isOk: !report.findings.some(isBlocking) };
};

export const staffLink: RunCommand<[], LinkOptions> = async ({
  environment,
  options: { ttl, shopUrl = findShopUrl() },
  author,
}) => {
  await loadState(environment);
  const pass = await createStaffPass(environment, { by: author.by, duration: ttl });
  const link = `${shopUrl}/-/staff/${pass.id}`;
  return { lines: [link, `The link expires at ${pass.expiresAt}.`], data: { link, ...pass } };
};
