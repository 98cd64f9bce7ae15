/**
 * Asks the gateway whether another composition is live for this visitor.
 *
 * @param seq Sequence number of the page's composition.
 * @throws when the gateway does not answer with JSON.
 */
export async function isStaleComposition(seq: number): Promise<boolean> {
  const response = await fetch('/-/composition', { cache: 'no-store' });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'seq' in answer && answer.seq !== seq;
}
