import type { ReadData, StoreApiResponse } from '../data/data-source';
import type { PageCall } from './page-call';

/**
 * Answers a request for data. Never rejects.
 *
 * @param call The page that needs the data. Undefined or settled for code that runs on after its page.
 * @returns The response, or the message of the error.
 */
export async function answerFetch(
  url: string,
  readData: ReadData,
  call: PageCall | undefined,
): Promise<StoreApiResponse | { error: string }> {
  const read = () => readData(url);
  try {
    return await (call && !call.isSettled ? call.waitForData(read) : read());
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
