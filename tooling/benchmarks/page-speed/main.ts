import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { readArguments } from '../../read-arguments';
import { measureGrowth } from './growth/measure-growth';
import { measureInteractions } from './interactions/measure-interactions';
import { type BenchmarkOptions, readOptions } from './options';
import { measurePages } from './pages/measure-pages';
import { listVisitedPages } from './pages/visited-pages';
import { formatSection, type SectionName, type SectionResult, updateDocument } from './report/benchmarks-document';
import { describeMachine } from './report/describe-machine';
import { measureServer } from './server/measure-server';
import { findCataloguePaths } from './shops/find-catalogue-paths';
import { type MeasuredShop, openShop, openVariants } from './shops/open-shops';

/*
 * `npm run bench` measures the speed of the shop and writes docs/benchmarks.md.
 *
 *   npm run bench                                       every section, about an hour on two cores
 *   npm run bench -- pages --runs 2 --pages home,product
 *   npm run bench -- server growth
 *   npm run bench -- pages --dry-run                    prints the section, changes no file
 */
const documentFile = path.join(root, 'docs/benchmarks.md');

/** Opens what a section measures, and closes it afterwards. */
async function withOpened<Opened extends MeasuredShop>(
  opening: Promise<Opened>,
  measure: (opened: Opened) => Promise<SectionResult>,
): Promise<SectionResult> {
  const opened = await opening;
  try {
    return await measure(opened);
  } finally {
    await opened.close();
  }
}

const measureSections: Record<SectionName, (options: BenchmarkOptions) => Promise<SectionResult>> = {
  pages: (options) =>
    withOpened(openVariants(options.port), async (opened) => {
      const names = options.pages;
      const pages = listVisitedPages(await findCataloguePaths(opened.storeApi));
      const chosen = pages.filter(({ name }) => names.length === 0 || names.includes(name));
      return measurePages(opened, chosen, options);
    }),
  interactions: (options) =>
    withOpened(openVariants(options.port), async (opened) =>
      measureInteractions(opened, await findCataloguePaths(opened.storeApi), options),
    ),
  server: ({ port }) => withOpened(openShop(port), measureServer),
  growth: ({ port }) => withOpened(openShop(port), measureGrowth),
};

/** Time after which the benchmark gives up. Its servers end with this process. */
const maxMinutes = 150;

setTimeout(() => {
  console.error(`The benchmark has not ended within ${maxMinutes} minutes.`);
  process.exit(1);
}, maxMinutes * 60_000).unref();

const options = readArguments(readOptions);
for (const section of options.sections) {
  const machine = describeMachine();
  const started = performance.now();
  console.log(`\n${section}`);
  const result = await measureSections[section](options);
  const text = formatSection(result, {
    machine,
    date: new Date().toISOString().slice(0, 10),
    command: [
      'npm run bench --',
      section,
      ...process.argv.slice(2).filter((argument) => !options.sections.includes(argument as SectionName)),
    ].join(' '),
    minutes: (performance.now() - started) / 60_000,
  });
  console.log(`\n${text}\n`);
  if (options.isDryRun) continue;
  const document = await readFile(documentFile, 'utf8').catch(() => '');
  await writeFile(documentFile, updateDocument(document, { [section]: text }));
}
