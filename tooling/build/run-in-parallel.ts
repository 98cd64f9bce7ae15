/**
 * Works on every item, a few at a time.
 *
 * @param limit Number of items that are worked on at the same time.
 * @returns The results in the order of the items.
 * @throws When the work on items fails, after the work on all items has ended. The message holds the message of each
 *   failure.
 */
export async function runInParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: string[] = [];
  const queue = items.entries();
  const runWorker = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, runWorker));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return results;
}
