import type { DataResponse } from '../data/fetch-data';
import { ForeignUrlError, type ReadData } from '../data/read-data';
import { withTimeout } from '../http/with-timeout';
import type { RendererLimits } from './renderer-limits';

/** The response to a read, or why there is none. */
export type DataAnswer = DataResponse | { error: string };

export type CollectedData = ReturnType<typeof collectData>;

/** Requests of one page that are sent. Further ones are answered with an error. */
export const maxRequests = 40;
/** Bytes of their responses. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Collects the data of one page. A read that takes too long or too much is answered with an error.
 *
 * @param backends Origins of the backends of the composition's remotes.
 */
export function collectData(
  readData: ReadData,
  { dataTimeoutMs, backendTimeoutMs }: Pick<RendererLimits, 'dataTimeoutMs' | 'backendTimeoutMs'>,
  backends: readonly string[],
) {
  const answers = new Map<string, DataAnswer>();
  let bytes = 0;
  let failure: string | null = null;
  let startedAt = 0;

  const isOfBackend = (url: string) => URL.canParse(url) && backends.includes(new URL(url).origin);
  const getRemainingMs = (url: string) => {
    const limit = isOfBackend(url) ? Math.min(dataTimeoutMs, backendTimeoutMs) : dataTimeoutMs;
    return Math.max(0, startedAt + limit - performance.now());
  };

  const readUrl = async (url: string, isWithinLimit: boolean): Promise<DataAnswer> => {
    if (!isWithinLimit) return { error: `a page sends ${maxRequests} requests at most` };
    try {
      const response = await withTimeout(readData(url, backends), getRemainingMs(url));
      bytes += response.body.length;
      if (bytes > maxBytes) throw new Error(`the data of the page has more than ${maxBytes} bytes`);
      return response;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!(error instanceof ForeignUrlError || isOfBackend(url))) failure ??= message;
      return { error: message };
    }
  };

  return {
    /** Reads what is missing of these URLs, in the time that the page has for its data. Never rejects. */
    read: async (urls: readonly string[]) => {
      const missing = urls.filter((url) => !answers.has(url));
      if (missing.length === 0) return;
      startedAt ||= performance.now();
      const free = maxRequests - answers.size;
      await Promise.all(missing.map(async (url, index) => answers.set(url, await readUrl(url, index < free))));
    },
    /** Lists the answers by URL, for the process. */
    list: () => [...answers],
    /** The first error of the store API. Null without one. Screens handle errors of their own backends. */
    get failure() {
      return failure;
    },
  };
}
