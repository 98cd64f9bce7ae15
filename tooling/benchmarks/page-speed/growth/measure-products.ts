import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import type { SectionResult } from '../report/benchmarks-document';
import { formatTable } from '../report/markdown-table';
import type { Target } from '../report/targets';

const run = promisify(execFile);

/** A line that `store-api/benchmark/product-list.ts` prints. */
interface ProductListFigure {
  database: string;
  products: number;
  page: number;
  milliseconds: number;
}

const productCounts = [50, 100, 1000, 10_000, 100_000];
const referenceCount = 100;
const largestCount = 100_000;
const pages = [1, 1000];

/** Measures pages of the product list with growing catalogues, on PGlite and, where it is installed, on PostgreSQL. */
export async function measureProducts(): Promise<SectionResult> {
  const program = path.join(root, 'store-api/benchmark/product-list.ts');
  const args = ['--products', productCounts.join(), '--pages', pages.join()];
  const { stdout } = await run(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    maxBuffer: 16 * 1024 ** 2,
  });
  const figures = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): ProductListFigure => JSON.parse(line));
  const databases = [...new Set(figures.map(({ database }) => database))];
  const find = (database: string, products: number, page: number) =>
    figures.find((figure) => figure.database === database && figure.products === products && figure.page === page)
      ?.milliseconds ?? Number.NaN;
  const rows = databases.flatMap((database) =>
    productCounts.map((products) => [
      `${products.toLocaleString('en')}, ${database}`,
      ...pages.map((page) => {
        const milliseconds = find(database, products, page);
        return Number.isNaN(milliseconds) ? '-' : milliseconds.toFixed(2);
      }),
    ]),
  );
  const targets = databases.flatMap((database) =>
    pages.map(
      (page): Target => ({
        text: `${database}: page ${page.toLocaleString('en')} of 100,000 products by page 1 of 100`,
        value: find(database, largestCount, page) / find(database, referenceCount, 1),
        limit: 2,
        kind: 'max',
      }),
    ),
  );
  const header = ['Products', ...pages.map((page) => `Page ${page.toLocaleString('en')}, ms`)];
  return {
    parts: [
      {
        title: 'Products',
        text: `\`GET /products\` with 12 products a page: the fastest of 50 requests.\n\n${formatTable(header, rows)}`,
      },
    ],
    targets,
  };
}
