import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findFaults, type Statement } from './statements';

const statement = (id: string, more: Partial<Statement> = {}): Statement => ({
  id,
  says: 'The cart can be cleared.',
  tests: [{ file: 'a.test.ts', name: 'clears' }],
  ...more,
});
/** The faults of a list, without the topics that so short a list leaves out. */
const faults = (...statements: Statement[]) =>
  findFaults(statements).filter((fault) => !fault.startsWith('Nothing is stated'));

it('finds nothing wrong with a sorted list of known ids', () => {
  expect(faults(statement('2.cart-01'), statement('2.cart-02'), statement('R.07-1'), statement('R.inert-1'))).toEqual(
    [],
  );
});

it.each([
  '',
  '2.cart',
  '2.cart-1',
  '2.kitchen-01',
  '0.cart-01',
  '10.cart-01',
  'R.38-1',
  'R.07-01',
  'r.07-1',
  '2.Cart-01',
])('knows no id %p', (id) => expect(faults(statement(id))).toEqual([`${id} is no id of the specification.`]));

it('names ids that stand twice or out of order', () => {
  expect(faults(statement('2.cart-02'), statement('2.cart-02'), statement('2.cart-01'))).toEqual([
    '2.cart-02 stands twice.',
    '2.cart-01 is out of order.',
  ]);
});

it('names statements without words or tests', () => {
  expect(faults(statement('2.cart-01', { says: ' ' }), statement('2.cart-02', { tests: [] }))).toEqual([
    '2.cart-01 says nothing.',
    '2.cart-02 names no test.',
  ]);
});

it('names topics about which nothing is stated', () => {
  expect(findFaults([statement('2.cart-01')])).toContain('Nothing is stated about R.37.');
  expect(findFaults([statement('2.cart-01')])).not.toContain('Nothing is stated about 2.cart.');
});

test('docs/specification.json is without faults', () => {
  const file = path.join(import.meta.dirname, '../../docs/specification.json');
  expect(findFaults(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
});
