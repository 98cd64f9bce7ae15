import { CsvError, parse } from 'csv-parse/sync';

/** A row of the file. `line` is where it starts, from 1; a quoted field may span several lines. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** A line that could not be used, and why: a part of a message after "line 12". */
export interface ImportProblem {
  line: number;
  reason: string;
}

export interface CsvRecords {
  records: CsvRecord[];
  problems: ImportProblem[];
}

/** Thrown inside the parser to stop at a record that swallowed its successors. */
class SwallowedLines extends Error {}

/**
 * Reads comma-separated values (RFC 4180). The first row says how many fields a row has. A row whose quotes are broken
 * costs its first line only: reading goes on at the next line, where a parser alone would lose the rest of the file.
 */
export function parseCsvRecords(text: string): CsvRecords {
  const starts = lineStarts(text);
  const records: CsvRecord[] = [];
  const problems: ImportProblem[] = [];
  let line = 1;

  const take = (fields: string[], lines: number) => {
    const width = records[0]?.fields.length ?? fields.length;
    const isBlank = fields.length === 1 && fields[0]?.trim() === '';
    if (!isBlank && fields.length === width) records.push({ line, fields });
    else if (!isBlank && lines > 1) throw new SwallowedLines();
    else if (!isBlank)
      problems.push({ line, reason: `has ${fields.length} columns where the first line has ${width}` });
    line += lines;
  };

  while (line <= starts.length) {
    const first = line;
    try {
      parse(text.slice(starts[first - 1]), {
        bom: first === 1,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        on_record: (fields: string[], context) => {
          take(fields, first + context.lines - line);
          return null;
        },
      });
      break;
    } catch (error) {
      if (!(error instanceof CsvError) && !(error instanceof SwallowedLines)) throw error;
      problems.push({ line, reason: 'has broken quotes' });
      line += 1;
    }
  }
  return { records, problems };
}

/** Where each line starts, as an offset into the text. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts.at(-1) === text.length ? starts.slice(0, -1) : starts;
}
