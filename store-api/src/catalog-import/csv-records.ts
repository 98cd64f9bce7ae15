import { CsvError, parse } from 'csv-parse/sync';

/** A row of the file. `line` is the number of its first line, from 1. A quoted field may span several lines. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** A line that is skipped. `reason` continues the text `line 12 …`. */
export interface ImportProblem {
  line: number;
  reason: string;
}

export interface CsvRecords {
  records: CsvRecord[];
  problems: ImportProblem[];
}

/** Stops the parser at a record whose broken quotes include the records after it. */
class SwallowedLinesError extends Error {
  override name = 'SwallowedLinesError';
}

/**
 * Parses comma-separated values (RFC 4180). The first row defines the number of fields. After a row with broken quotes,
 * parsing continues at the next line, so that one broken row does not lose the rest of the file.
 */
export function parseCsvRecords(text: string): CsvRecords {
  const starts = findLineStarts(text);
  const records: CsvRecord[] = [];
  const problems: ImportProblem[] = [];
  let line = 1;

  const addRecord = (fields: string[], lines: number) => {
    const width = records[0]?.fields.length ?? fields.length;
    const isBlank = fields.length === 1 && fields[0]?.trim() === '';
    if (!isBlank && fields.length === width) records.push({ line, fields });
    else if (!isBlank && lines > 1) throw new SwallowedLinesError();
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
          addRecord(fields, first + context.lines - line);
          return null;
        },
      });
      break;
    } catch (error) {
      if (!(error instanceof CsvError) && !(error instanceof SwallowedLinesError)) throw error;
      problems.push({ line, reason: 'has broken quotes' });
      line += 1;
    }
  }
  return { records, problems };
}

/** Finds the offset of each line in the text. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts.at(-1) === text.length ? starts.slice(0, -1) : starts;
}
