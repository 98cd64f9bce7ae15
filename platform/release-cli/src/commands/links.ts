import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { isBlocking } from '@shop/releases/state/audit-log';
import type { CommandRun, RunCommand } from '../cli/command';
import { checkComposition } from '../published/check-composition';
import { previewPath, previewPublishedReleases } from '../published/published-releases';
import {
  createPullRequestReport,
  formatPullRequestReport,
  type PullRequestReport,
} from '../published/pull-request-report';

interface LinkOptions {
  /** Milliseconds until the link expires. */
  ttl: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

type PreviewOptions = LinkOptions & { name?: string };
type PreviewLink = Pick<PullRequestReport, 'link' | 'expiresAt'>;

/** Creates a preview. Without `--shop-url`, the link of the release service leads to the shop that the service knows. */
function createPreviewLink(
  run: CommandRun<unknown, PreviewOptions>,
  releases: readonly string[],
): Promise<PreviewLink> {
  const { environment, service, options, given, author, progress } = run;
  const { ttl, shopUrl, name } = options;
  return progress.run('preview', async () => {
    if (!service) {
      const created = { by: author.by, duration: ttl, shopUrl, name };
      const { link, expiresAt } = await previewPublishedReleases(environment, releases, created);
      return { link, expiresAt };
    }
    const body = { env: environment.name, releases: [...releases], minutes: Math.ceil(ttl / 60_000) };
    const { link, expiresAt } = await service.call('preview', { ...body, ...(name === undefined ? {} : { name }) });
    return { link: given.has('shopUrl') ? `${shopUrl}${link.slice(link.lastIndexOf(previewPath))}` : link, expiresAt };
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

export const staffLink: RunCommand<[], LinkOptions> = async ({ environment, options: { ttl, shopUrl }, author }) => {
  const pass = await createStaffPass(environment, { by: author.by, duration: ttl });
  const link = `${shopUrl}/-/staff/${pass.id}`;
  return { lines: [link, `The link expires at ${pass.expiresAt}.`], data: { link, ...pass } };
};
