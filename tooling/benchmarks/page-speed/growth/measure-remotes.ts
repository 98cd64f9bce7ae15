import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { author, withoutGates } from '../../release/benchmark-shop';
import { waitUntilServed } from '../../release/page-visits';
import type { SectionResult } from '../report/benchmarks-document';
import { formatKilobytes } from '../report/format-figures';
import { formatTable } from '../report/markdown-table';
import { measureMemory, sumMemory } from '../server/process-memory';
import type { MeasuredShop } from '../shops/open-shops';
import { type FirstLoad, measureFirstLoad } from './first-load';
import { generateRemotes } from './remotes/generate-remotes';

const additionalRemotes = 45;

/** Bytes by which the first load of a page may grow. */
const maxGrowth = 2 * 1024;

/** Composes the shop with 45 more remotes, and compares the first load of home. */
export async function measureRemotes({ shop, variables }: MeasuredShop): Promise<SectionResult> {
  const { environment, releases } = shop;
  const { origin, pid, stop } = await shop.startGateway(variables);
  const measure = async () => ({ ...(await measureFirstLoad(origin)), memory: sumMemory(measureMemory(pid)) });
  try {
    await waitUntilServed(origin, await shop.readLiveSeq());
    const before = await measure();
    const roots = await generateRemotes(additionalRemotes);
    const added = [];
    for (const appRoot of roots) added.push(await publish(environment.store, { appRoot, commit: '' }));
    const { live } = await promote(environment, added, author, withoutGates);
    await waitUntilServed(origin, live.seq);
    const after = await measure();
    const remoteCount = releases.length - 1;
    const rows = [
      [`${remoteCount} remotes`, before],
      [`${remoteCount + additionalRemotes} remotes`, after],
    ] as const;
    return {
      parts: [{ title: 'Remotes', text: formatRemotes(rows) }],
      targets: [
        {
          text: `first load of home: bytes that ${additionalRemotes} more remotes add`,
          value: getTotal(after) - getTotal(before),
          limit: maxGrowth,
          kind: 'max',
        },
      ],
    };
  } finally {
    await stop();
  }
}

const getTotal = ({ documentBytes, fileBytes }: FirstLoad) => documentBytes + fileBytes;

function formatRemotes(rows: readonly (readonly [string, FirstLoad & { memory: number }])[]): string {
  const table = formatTable(
    ['Composition', 'Document, KB', 'Files, KB', 'Files', 'First load, KB', 'Gateway and renderers, MB'],
    rows.map(([name, load]) => [
      name,
      formatKilobytes(load.documentBytes),
      formatKilobytes(load.fileBytes),
      String(load.files),
      formatKilobytes(getTotal(load)),
      (load.memory / 1024 ** 2).toFixed(0),
    ]),
  );
  return `Home, as a browser transfers it: the document, and the scripts and style sheets that it names.\n\n${table}`;
}
