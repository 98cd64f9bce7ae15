import { type Canary, maxCanariesPerVisitor } from './canary';

/** What decides whether a visitor is in a canary. */
export type CanaryDraw = Pick<Canary, 'id' | 'steps'>;

/**
 * Finds the change that first gave a canary to a visitor by chance.
 *
 * @param bucket  The visitor's bucket for the canary's salt: 0 to below 100.
 * @returns Null when the share has not reached the bucket yet.
 */
export const findDrawChange = (bucket: number, { steps }: Pick<Canary, 'steps'>): number | null =>
  steps.find(({ share }) => bucket < share)?.change ?? null;

/**
 * Selects the canaries that a visitor gets. A visitor who is drawn for more than {@link maxCanariesPerVisitor} keeps those that
 * were drawn first. A share only rises, so a later draw never takes an earlier canary away from a visitor.
 *
 * @param canaries  The running canaries in the sequence of HEAD.
 * @param getDrawChange  Returns the change that gave the canary to the visitor, by chance or by a list. Null: not drawn.
 * @returns In the sequence of HEAD.
 */
export function selectCanaries<Draw extends CanaryDraw>(
  canaries: readonly Draw[],
  getDrawChange: (canary: Draw) => number | null,
): Draw[] {
  const drawn = canaries.flatMap((canary) => {
    const change = getDrawChange(canary);
    return change === null ? [] : [{ canary, change }];
  });
  // The sort is stable: canaries of one change keep the sequence of HEAD.
  drawn.sort((a, b) => a.change - b.change);
  const selected = new Set(drawn.slice(0, maxCanariesPerVisitor).map(({ canary }) => canary));
  return canaries.filter((canary) => selected.has(canary));
}
