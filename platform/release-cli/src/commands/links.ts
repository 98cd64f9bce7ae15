import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { isBlocking } from '@shop/releases/state/audit-log';
import type { CommandRun, RunCommand } from '../cli/command';
import { checkComposition } from '../published/check-composition';
import { previewPublishedReleases } from '../published/published-releases';
import { createPullRequestReport, formatPullRequestReport } from '../published/pull-request-report';

interface LinkOptions {
  /** Milliseconds until the link expires. */
  ttl: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

type PreviewOptions = LinkOptions & { name?: string };

/** Creates a preview. The link of the release service leads to the shop that the service knows. */
function createPreviewLink(
  { environment, service, options: { ttl, shopUrl, name }, author, progress }: CommandRun<unknown, PreviewOptions>,
  releases: readonly string[],
) {
  return progress.run('preview', async () => {
    const options = { by: author.by, duration: ttl, shopUrl, name };
    if (!service) return previewPublishedReleases(environment, releases, options);
    const body = { env: environment.name, releases: [...releases], minutes: Math.ceil(ttl / 60_000) };
    return service.call('preview', { ...body, ...(name === undefined ? {} : { name }) });
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
