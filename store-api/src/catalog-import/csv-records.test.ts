import { parseCsvRecords } from './csv-records';

describe('parseCsvRecords', () => {
  it('parses quotes, all kinds of line ends and a byte-order mark, with the first line of each row', () => {
    const { records, problems } = parseCsvRecords('\ufeffa,b\r\n"1, ""one""","x\ny"\n\n2,3');
    expect(problems).toEqual([]);
    expect(records).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1, "one"', 'x\ny'] },
      { line: 5, fields: ['2', '3'] },
    ]);
  });

  it.each([
    ['an opening quote inside a field', 'a,b\n1,x"y\n2,3\n', 'has broken quotes'],
    ['text after a closing quote', 'a,b\n1,"x"y\n2,3\n', 'has broken quotes'],
    ['a quote that is never closed', 'a,b\n1,"x\n2,3\n', 'has broken quotes'],
    ['a quote closed by the next row', 'a,b,c\n1,"x,4\n2,"3",5\n2,3,6\n', 'has broken quotes'],
    ['too few columns', 'a,b\n1\n2,3\n', 'has 1 columns where the first line has 2'],
    ['too many columns', 'a,b\n1,2,3\n2,3\n', 'has 3 columns where the first line has 2'],
  ])('reports %s with its line and continues', (_name, text, reason) => {
    const { records, problems } = parseCsvRecords(text);
    expect(problems[0]).toEqual({ line: 2, reason });
    expect(records.at(-1)?.fields.slice(0, 2)).toEqual(['2', '3']);
  });

  it('returns no records for an empty text', () => {
    expect(parseCsvRecords('')).toEqual({ records: [], problems: [] });
  });
});
