import { parseArgs } from 'node:util';
import { parsePositiveInteger } from '../../read-arguments';
import { type SectionName, sectionTitles } from './report/benchmarks-document';

/** What a run of the benchmark measures. */
export interface BenchmarkOptions {
  sections: readonly SectionName[];
  /** Loads of each page in each variant. */
  runs: number;
  /** Names of the pages that are loaded. Empty: all. */
  pages: readonly string[];
  /** First of the ports that the servers use. */
  port: number;
  /** True to print the figures and leave the document unchanged. */
  isDryRun: boolean;
}

const isSection = (name: string): name is SectionName => Object.hasOwn(sectionTitles, name);

/**
 * Reads the arguments of `npm run bench`.
 *
 * @throws for an unknown section or option, and for an option whose value is not a number.
 * @example readOptions(['pages', '--runs', '2', '--pages', 'home,product'])
 */
export function readOptions(args: readonly string[]): BenchmarkOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '5' },
      pages: { type: 'string', default: '' },
      port: { type: 'string', default: '3960' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !isSection(name));
  if (unknown !== undefined) {
    throw new Error(`There is no section "${unknown}": choose from ${Object.keys(sectionTitles).join(', ')}.`);
  }
  const sections = positionals.filter(isSection);
  return {
    sections: sections.length > 0 ? sections : (Object.keys(sectionTitles) as SectionName[]),
    runs: parsePositiveInteger('runs', values.runs),
    pages: values.pages.split(',').filter((name) => name !== ''),
    port: parsePositiveInteger('port', values.port),
    isDryRun: values['dry-run'],
  };
}
