import { listTestFiles, readText } from './repository';
import { findStatementFaults, readStatements, type Statement } from './statements';
import { findTaggedIds } from './tags';

const statement = (id: string, says = 'The cart can be cleared.'): Statement => ({ id, says });
/** The faults of a short list, without its missing topics. */
const findFaults = (...statements: Statement[]) =>
  findStatementFaults(statements).filter((fault) => !fault.startsWith('The topic'));

it('accepts a sorted list of well-formed ids', () => {
  const ids = ['2.api-test-01', '2.cart-01', '2.cart-02', 'R.07-1', 'R.inert-1'];
  expect(findFaults(...ids.map((id) => statement(id)))).toEqual([]);
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
  '2.constructor-01',
])('reports the malformed id %p', (id) =>
  expect(findFaults(statement(id))).toEqual([`The statement id ${id} is malformed.`]),
);

it('reports duplicate ids and ids out of order', () => {
  expect(findFaults(statement('2.cart-02'), statement('2.cart-02'), statement('2.cart-01'))).toEqual([
    'The statement id 2.cart-02 is a duplicate.',
    'The statement id 2.cart-01 is out of order.',
  ]);
});

it('reports statements without text', () => {
  expect(findFaults(statement('2.cart-01', ' '))).toEqual(['The statement 2.cart-01 has no text.']);
});

it('reports topics without statements', () => {
  const faults = findStatementFaults([statement('2.cart-01')]);
  expect(faults).toContain('The topic R.37 has no statements.');
  expect(faults).not.toContain('The topic 2.cart has no statements.');
});

describe('the statements of the shop', () => {
  const statements = readStatements();
  const carried = new Set(listTestFiles().flatMap((file) => [...findTaggedIds(readText(file))]));

  it('have no faults', () => {
    expect(findStatementFaults(statements)).toEqual([]);
  });

  it('are the ids that the tags of all tests carry', () => {
    expect([...carried].sort()).toEqual(statements.map(({ id }) => id).sort());
  });
});
