import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { readArguments } from '../read-arguments';
import { measureGrowth } from './growth';
import { measureInteractions } from './interactions';
import { measureLoad } from './load';
import { measurePages } from './pages';
import { measureReleases } from './releases';
import { formatSection, isMet, type SectionName, type SectionResult, sectionTitles, updateDocument } from './report';
import { type BenchmarkShop, openBenchmarkShop } from './shop';
import { measureSoak } from './soak';

/*
 *   npm run bench                       measures every section and writes docs/benchmarks.md
 *   npm run bench -- pages load         measures two sections
 *   npm run bench -- pages --short      measures for about a minute, prints the section and changes no file
 *
 * It exits with 1 when a target is missed that does not depend on the speed of the machine.
 */
const documentFile = path.join(root, 'docs/benchmarks.md');

const measures: Record<SectionName, (shop: BenchmarkShop, isShort: boolean) => Promise<SectionResult>> = {
  pages: measurePages,
  interactions: measureInteractions,
  load: measureLoad,
  growth: measureGrowth,
  releases: measureReleases,
  soak: measureSoak,
};
const isSection = (name: string): name is SectionName => Object.hasOwn(sectionTitles, name);

const { sections, isShort } = readArguments((args) => {
  const options = { short: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const unknown = positionals.find((name) => !isSection(name));
  if (unknown !== undefined) {
    throw new Error(`There is no section "${unknown}": choose from ${Object.keys(sectionTitles).join(', ')}.`);
  }
  const wanted = positionals.length > 0 ? positionals : Object.keys(sectionTitles);
  return { sections: wanted.filter(isSection), isShort: values.short };
});

for (const section of sections) {
  console.log(`\n${section}`);
  const started = performance.now();
  const shop = await openBenchmarkShop();
  try {
    const result = await measures[section](shop, isShort);
    const minutes = (performance.now() - started) / 60_000;
    const text = formatSection(`npm run bench -- ${section}`, result, minutes);
    console.log(`\n${text}\n`);
    if (result.isStrict && !result.targets.every(isMet)) process.exitCode = 1;
    if (isShort) continue;
    const document = await readFile(documentFile, 'utf8').catch(() => '');
    await writeFile(documentFile, updateDocument(document, section, text));
  } finally {
    await shop.close();
  }
}
