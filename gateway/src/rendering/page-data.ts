import type { DataResponse } from '../data/fetch-data';
import { ForeignUrlError, type ReadData } from '../data/read-data';
import { withTimeout } from '../http/with-timeout';

/** The response to a read, or why there is none. */
export type DataAnswer = DataResponse | { error: string };

/** The data of one page. */
export interface CollectedData {
  /** Reads what is missing of these URLs, in the time that the page has for its data. Never rejects. */
  read: (urls: readonly string[]) => Promise<void>;
  /** Lists the answers by URL, for the process. */
  list: () => [url: string, answer: DataAnswer][];
  listUrls: () => string[];
  /** The first error of an API. Null without one. An address that pages may not read is an error of the composition. */
  readonly failure: string | null;
}

/** Requests of one page, and bytes of their responses. */
const maxRequests = 40;
const maxBytes = 4 * 1024 * 1024;

/** Collects the data of one page. A read that takes too long or too much is answered with an error. */
export function collectData(readData: ReadData, timeoutMs: number): CollectedData {
  const answers = new Map<string, DataAnswer>();
  let bytes = 0;
  let failure: string | null = null;
  let deadline = 0;

  const readUrl = async (url: string, isWithinLimit: boolean): Promise<DataAnswer> => {
    if (!isWithinLimit) return { error: `a page sends ${maxRequests} requests at most` };
    try {
      const response = await withTimeout(readData(url), Math.max(0, deadline - performance.now()));
      bytes += response.body.length;
      if (bytes > maxBytes) throw new Error(`the data of the page has more than ${maxBytes} bytes`);
      return response;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!(error instanceof ForeignUrlError)) failure ??= message;
      return { error: message };
    }
  };

  return {
    read: async (urls) => {
      const missing = urls.filter((url) => !answers.has(url));
      if (missing.length === 0) return;
      deadline ||= performance.now() + timeoutMs;
      const free = maxRequests - answers.size;
      await Promise.all(missing.map(async (url, index) => answers.set(url, await readUrl(url, index < free))));
    },
    list: () => [...answers],
    listUrls: () => [...answers.keys()],
    get failure() {
      return failure;
    },
  };
}
