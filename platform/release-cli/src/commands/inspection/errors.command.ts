import { type ErrorGroup, readErrorGroups } from '@shop/releases/error-reports/error-groups';
import type { FrameProblem, ResolvedFrame } from '@shop/releases/error-reports/resolve-stack';
import { defineCommand } from '../../cli/command';
import { parseDuration, parseInteger, parsePlainText, valueOption } from '../../cli/parse-values';

interface ErrorsOptions {
  app?: string;
  /** Milliseconds. */
  since: number;
  limit: number;
}

const dayInMs = 86_400_000;

const formatFrame = ({ frame, source, line, column, name }: ResolvedFrame) =>
  source === null ? frame : `${source}:${line}:${column}${name ? ` (${name})` : ''}`;

/** What a person can do about a position without a source. For a map without the position there is no remedy. */
const remedies: Partial<Record<FrameProblem, (releases: string) => string>> = {
  'no-map': (releases) => `no source map is stored for ${releases}: publish the same build again to add it`,
  'unreadable-map': (releases) =>
    `a source map of ${releases} cannot be read: publish the same build again under a new version`,
};

/** Formats the release of a position: `mf-catalog/1.0.0-4f3a…/home.js:1:20` is `mf-catalog@1.0.0`. */
const formatRelease = ({ frame }: ResolvedFrame) => frame.replace(/^([^/]+)\/(.+)-[0-9a-f]{12}\/.*$/, '$1@$2');

function formatProblems(stack: readonly ResolvedFrame[]): string[] {
  return Object.entries(remedies).flatMap(([problem, describe]) => {
    const releases = new Set(stack.filter((frame) => frame.problem === problem).map(formatRelease));
    return releases.size > 0 ? [`    ${describe([...releases].join(', '))}`] : [];
  });
}

function formatGroup({ app, message, count, versions, lastAt, stack }: ErrorGroup): string[] {
  const counts = versions.map(({ version, count: own }) => `${version}: ${own}`).join(', ');
  return [
    `${app}: ${message}`,
    `  ${count} ${count === 1 ? 'page' : 'pages'} (${counts}), last at ${new Date(lastAt).toISOString()}`,
    ...stack.map((frame) => `    at ${formatFrame(frame)}`),
    ...formatProblems(stack),
  ];
}

export const errors = defineCommand<[], ErrorsOptions>({
  name: 'errors',
  summary: 'lists the errors that pages reported, by app and version, with their stacks in the sources',
  examples: ['errors --app mf-catalog --since 2h', 'errors --since 30d --limit 50'],
  declare: (parser) =>
    parser
      .addOption(valueOption('--app <app>', 'errors of one app', parsePlainText))
      .addOption(
        valueOption(
          '--since <duration>',
          'errors with a report since then; counts are of whole UTC days',
          parseDuration,
        ).default(dayInMs, '1d'),
      )
      .addOption(valueOption('--limit <number>', 'number of errors', parseInteger(1, 1000)).default(20)),
  run: async ({ environment, options: { app, since, limit } }) => {
    const { groups, dropped } = await readErrorGroups(environment, {
      since: Date.now() - since,
      ...(app !== undefined && { app }),
    });
    const shown = groups.slice(0, limit);
    const hidden = groups.length - shown.length;
    return {
      lines: [
        ...(groups.length === 0 ? ['Pages reported no errors.'] : shown.flatMap(formatGroup)),
        ...(hidden > 0 ? [`${hidden} more: raise --limit.`] : []),
        ...(dropped > 0 ? [`${dropped} reports of further errors are not recorded: a day has 200 at most.`] : []),
      ],
      data: { groups: shown, dropped },
    };
  },
});
