import { countPages, getPageWindow } from './pagination';

const shown = (page: number, pageCount: number) =>
  getPageWindow(page, pageCount)
    .map((entry) => (typeof entry === 'number' ? entry : '…'))
    .join(' ');

it.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [1, 5, '1 2 3 … 5'],
  [3, 5, '1 2 3 4 5'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 … 3 4 5 6 7 … 9'],
  [9, 9, '1 … 7 8 9'],
  [50_000, 100_000, '1 … 49998 49999 50000 50001 50002 … 100000'],
])('shows page %i of %i as %s [2.products-17 9.constants-17]', (page, pageCount, row) => {
  expect(shown(page, pageCount)).toBe(row);
});

it('gives no entry twice', () => {
  expect(new Set(getPageWindow(5, 9)).size).toBe(getPageWindow(5, 9).length);
});

it.each([
  [0, 0],
  [1, 1],
  [12, 1],
  [13, 2],
])('counts pages: %i products need %i', (total, pages) => {
  expect(countPages(total)).toBe(pages);
});
