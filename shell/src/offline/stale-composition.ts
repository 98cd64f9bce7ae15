/**
 * Asks the gateway whether another composition is live for this visitor.
 *
 * @param seq Sequence number of the page's composition.
 * @throws when the gateway does not answer with JSON.
 */
export async function isStaleComposition(seq: number): Promise<boolean> {
  const response = await fetch('/-/composition', { cache: 'no-store' });
  const answer: unknown = await response.json();
  // A gateway without a composition answers with null.
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'seq' in answer &&
    typeof answer.seq === 'number' &&
    answer.seq !== seq
  );
}
