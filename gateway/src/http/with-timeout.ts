/**
 * Waits for a server behind this one no longer than a shopper's request can: nginx gives a gateway up that has not answered
 * after five seconds, and with it the documents that it has in memory.
 *
 * @param limit Milliseconds. A document may wait for a preview's link, its composition and a staff pass, one after the other.
 * @throws When it takes longer; the reading goes on, for whoever asks next.
 */
export async function withTimeout<Read>(reading: Promise<Read>, limit: number): Promise<Read> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`there was no answer within ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([reading, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
