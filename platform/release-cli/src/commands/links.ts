import { createOverride, maxOverrideDuration, parseLoopbackAddress } from '@shop/releases/signed-links/override';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { isBlocking } from '@shop/releases/state/audit-log';
import type { Command } from 'commander';
import { type CommandRun, defineCommand, UsageError } from '../cli/command';
import { parseDuration, parsePlainText, parseWith, shopUrlOption, valueOption } from '../cli/parse-values';
import { assertFitsLiveShell, readServedRemote } from '../development/read-served-remote';
import { checkComposition } from '../published/check-composition';
import { previewPublishedReleases } from '../published/published-releases';
import { createPullRequestReport, formatPullRequestReport } from '../published/pull-request-report';

interface LinkOptions {
  /** Milliseconds until the link expires. */
  ttl: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

/** Adds the options of a command that prints a link. @param ttl  Default duration, such as `2h`. */
const declareLink = (parser: Command, ttl: string): Command =>
  parser
    .addOption(
      valueOption('--ttl <duration>', 'time until the link expires: 30m, 2h, 7d', parseDuration).default(
        parseDuration(ttl, '--ttl'),
        ttl,
      ),
    )
    .addOption(shopUrlOption());

const nameOption = () =>
  valueOption('--name <text>', 'what it is for; a later preview of this name has the same link', parsePlainText);

type PreviewOptions = LinkOptions & { name?: string };

/** Creates a preview. The link of the release service leads to the shop that the service knows. */
function createPreviewLink(
  { environment, service, options: { ttl, shopUrl, name }, author }: CommandRun<unknown, PreviewOptions>,
  releases: readonly string[],
) {
  if (!service) return previewPublishedReleases(environment, releases, { by: author.by, duration: ttl, shopUrl, name });
  const body = { env: environment.name, releases: [...releases], minutes: Math.ceil(ttl / 60_000) };
  return service.call('preview', { ...body, ...(name === undefined ? {} : { name }) });
}

export const preview = defineCommand<[names: string[]], PreviewOptions>({
  name: 'preview',
  summary: 'prints a link with which one browser sees releases before they are live',
  examples: ['preview mf-catalog@1.2.0 --ttl 2h --shop-url https://shop.example'],
  declare: (parser) =>
    declareLink(parser.argument('<releases...>', 'releases, such as mf-catalog@1.2.0'), '2h').addOption(nameOption()),
  access: 'sign',
  worksInService: true,
  run: async (run) => {
    const created = await createPreviewLink(run, run.words[0]);
    return { lines: [created.link, `The link expires at ${created.expiresAt}.`], data: created };
  },
});

export const pullRequestReport = defineCommand<[release: string], LinkOptions & { name: string }>({
  name: 'pull-request-report',
  summary:
    'prints a comment for a pull request in Markdown: preview, sizes against the live version, findings of the gates',
  examples: [
    'pull-request-report mf-catalog@1.2.0-g4f3a2b1 --name "shop/storefront 12" --shop-url https://shop.example',
  ],
  declare: (parser) =>
    declareLink(parser.argument('<release>', 'release, such as mf-catalog@1.2.0'), '7d').addOption(
      nameOption().makeOptionMandatory(),
    ),
  access: 'sign',
  worksInService: true,
  run: async (run) => {
    const [release] = run.words;
    const report = await createPullRequestReport(run.environment, release, {
      preview: () => createPreviewLink(run, [release]),
      check: (next, state) => checkComposition(run, { releases: [release] }, next, state),
    });
    const markdown = formatPullRequestReport(report);
    return { lines: markdown.split('\n'), data: { ...report, markdown }, isOk: !report.findings.some(isBlocking) };
  },
});

export const staffLink = defineCommand<[], LinkOptions>({
  name: 'staff-link',
  summary: "prints a link that marks one browser as a staff member's, for canaries with --staff",
  examples: ['staff-link --ttl 7d --shop-url https://shop.example'],
  declare: (parser) => declareLink(parser, '7d'),
  access: 'sign',
  run: async ({ environment, options: { ttl, shopUrl }, author }) => {
    const pass = await createStaffPass(environment, { by: author.by, duration: ttl });
    const link = `${shopUrl}/-/staff/${pass.id}`;
    return { lines: [link, `The link expires at ${pass.expiresAt}.`], data: { link, ...pass } };
  },
});

interface OverrideOptions extends LinkOptions {
  /** Address of the development server, with a slash at the end. */
  to: string;
}

const parseTarget = (text: string, name: string): string => parseWith(() => parseLoopbackAddress(text), `${name} is `);

/** The development server runs on the visitor's machine, out of the gateway's reach: the link contains what a composition needs. */
export const overrideLink = defineCommand<[app: string], OverrideOptions>({
  name: 'override-link',
  summary: 'prints a link with which staff see one remote from their own machine in a shop that is not production',
  examples: [
    'override-link mf-catalog --to http://127.0.0.1:3101 --env staging --shop-url https://staging.shop.example',
  ],
  declare: (parser) =>
    declareLink(
      parser
        .argument('<app>', 'the remote, such as mf-catalog')
        .addOption(
          valueOption(
            '--to <url>',
            'address of its development server on this machine',
            parseTarget,
          ).makeOptionMandatory(),
        ),
      '2h',
    ),
  access: 'sign',
  run: async ({ environment, words: [app], options: { to, ttl, shopUrl }, author }) => {
    if (ttl > maxOverrideDuration) throw new UsageError('--ttl is more than a day: give 1d or less.');
    const served = await readServedRemote(app, to);
    await assertFitsLiveShell(environment, served.needs);
    const shop = new URL(shopUrl).origin;
    const override = await createOverride(environment, served.remote, { shop, by: author.by, duration: ttl });
    const link = `${shop}/-/override/${override.id}`;
    return {
      lines: [
        link,
        `Staff see ${app} ${served.remote.version} from ${to} there, until ${override.expiresAt}. Open a staff link first.`,
      ],
      data: { link, ...override },
    };
  },
});
