import type { Command } from 'commander';
import { defineCommand } from '../cli/command';
import { parseDuration, parseName, shopUrlOption, valueOption } from '../cli/parse-values';

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
  valueOption('--name <text>', 'what it is for; a later preview of yours with this name has the same link', parseName);

export const preview = defineCommand({
  name: 'preview',
  summary: 'prints a link with which one browser sees releases before they are live',
  examples: ['preview mf-catalog@1.2.0 --ttl 2h --shop-url https://shop.example'],
  declare: (parser) =>
    declareLink(parser.argument('<releases...>', 'releases, such as mf-catalog@1.2.0'), '2h').addOption(nameOption()),
  access: 'sign',
  asksService: true,
  load: async () => (await import('../commands/links')).preview,
});

export const pullRequestReport = defineCommand({
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
  asksService: true,
  load: async () => (await import('../commands/links')).pullRequestReport,
});

export const staffLink = defineCommand({
  name: 'staff-link',
  summary: "prints a link that marks one browser as a staff member's, for canaries with --staff",
  examples: ['staff-link --ttl 7d --shop-url https://shop.example'],
  declare: (parser) => declareLink(parser, '7d'),
  access: 'sign',
  load: async () => (await import('../commands/links')).staffLink,
});
