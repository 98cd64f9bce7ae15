import { readOptions } from './options';

test('measures every section with five runs by default', () => {
  expect(readOptions([])).toEqual({
    sections: ['pages', 'interactions', 'server', 'growth'],
    runs: 5,
    pages: [],
    port: 3960,
    isDryRun: false,
  });
});

test('measures the given sections, pages and runs', () => {
  const options = readOptions(['pages', '--runs', '2', '--pages', 'home,product', '--dry-run']);
  expect(options).toMatchObject({ sections: ['pages'], runs: 2, pages: ['home', 'product'], isDryRun: true });
});

test('rejects an unknown section and an option that needs a number and has none', () => {
  expect(() => readOptions(['speed'])).toThrow('There is no section "speed": choose from pages,');
  expect(() => readOptions(['--runs', 'many'])).toThrow('--runs needs a positive integer');
});
