import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import {
  formatCatalog,
  formatTextTable,
  getCatalogFile,
  listMissingTexts,
  listShopLanguages,
  listTextPackages,
} from '../checks/texts';
import { parseOptions, readArguments } from '../read-arguments';

/**
 * `node tooling/run.mjs texts` prints the numbers of texts and words by app, package and language, and the texts without a
 * translation. It exits with 1 when there is one. With `--write` it adds these texts to the catalogues with an empty value, for
 * translators, and removes the entries whose text is no longer in the code.
 */
const { write: isWriting } = readArguments((args) =>
  parseOptions(args, { write: { type: 'boolean', default: false } }),
);

const packages = listTextPackages();
const languages = listShopLanguages(packages);
if (isWriting) {
  for (const textPackage of packages) {
    for (const language of languages) {
      const file = path.join(root, getCatalogFile(textPackage.folder, language));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, formatCatalog(textPackage, language));
    }
  }
}
console.log(formatTextTable(packages, languages));
const missing = languages.flatMap((language) =>
  packages.flatMap((textPackage) =>
    listMissingTexts(textPackage, language).map((text) => `${getCatalogFile(textPackage.folder, language)}: ${text}`),
  ),
);
if (missing.length > 0) {
  console.log(`\n${missing.length} texts have no translation:\n${missing.join('\n')}`);
  if (!isWriting) console.log('\n`node tooling/run.mjs texts --write` adds them to the catalogues.');
}
process.exitCode = missing.length > 0 ? 1 : 0;
