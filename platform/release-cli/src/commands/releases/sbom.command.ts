import { readPrivateFile } from '@shop/releases/private-files/private-files';
import { parseSbom, sbomFile } from '@shop/releases/private-files/sbom';
import { defineCommand } from '../../cli/command';
import { formatTable } from '../../format/format-table';
import { findPublishedRelease } from '../../published/find-published-release';

export const sbom = defineCommand<[release: string], object>({
  name: 'sbom',
  summary: 'lists the packages in the files of a release with their licences; with --json as CycloneDX',
  examples: ['sbom mf-catalog@1.2.0', 'sbom mf-catalog@1.2.0 --json'],
  declare: (parser) => parser.argument('<release>', 'app@version'),
  run: async ({ words: [text], environment: { store } }) => {
    const release = await findPublishedRelease(store, text);
    const bytes = await readPrivateFile(store, release, sbomFile);
    if (!bytes) {
      throw new Error(`${text} has no SBOM, because an older version of this software published it: publish it again.`);
    }
    const rows = parseSbom(bytes, `the SBOM of ${text}`).map(({ name, version: found, license }) => [
      name,
      found,
      license,
    ]);
    return {
      lines: rows.length > 0 ? formatTable(rows) : [`${text} contains no package of other authors.`],
      data: JSON.parse(Buffer.from(bytes).toString()),
    };
  },
});
