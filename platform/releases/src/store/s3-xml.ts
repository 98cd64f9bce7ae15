import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';

/** Values stay text: a key or a code made of digits is no number. */
const parser = new XMLParser({
  parseTagValue: false,
  ignoreDeclaration: true,
  isArray: (name) => name === 'Contents',
});

const ListResult = v.object({
  ListBucketResult: v.object({
    Contents: v.optional(v.array(v.object({ Key: v.string() })), []),
    NextContinuationToken: v.optional(v.string()),
  }),
});

const ErrorResult = v.object({ Error: v.object({ Code: v.string() }) });

/** One page of a listing. */
export interface ListPage {
  keys: string[];
  /** Continues the listing; undefined on the last page. */
  nextToken: string | undefined;
}

/**
 * Parses the response of ListObjectsV2.
 *
 * @throws When it is not XML, or not a listing.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function parseListPage(xml: string): ListPage {
  const { ListBucketResult: page } = v.parse(ListResult, withoutEmptyRoot(parser.parse(xml, true)));
  return { keys: page.Contents.map(({ Key }) => Key), nextToken: page.NextContinuationToken };
}

/** The parser reads `<ListBucketResult/>`, an empty listing, as empty text. */
const withoutEmptyRoot = (parsed: unknown) =>
  v.is(v.object({ ListBucketResult: v.literal('') }), parsed) ? { ListBucketResult: {} } : parsed;

/** Finds the code of an S3 error, such as `AccessDenied`. Returns empty text when the response is no S3 error. */
export function findErrorCode(xml: string): string {
  try {
    const result = v.safeParse(ErrorResult, parser.parse(xml));
    return result.success ? result.output.Error.Code : '';
  } catch {
    // A proxy may answer with a page of its own.
    return '';
  }
}
