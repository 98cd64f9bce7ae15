import type { CanaryView, EnvironmentView } from '@shop/releases/service-api/responses';
import type { ShareHolder } from '@shop/releases/state/canary-shares';

const toShareHolder = ({ changes, ...canary }: CanaryView): ShareHolder => ({
  ...canary,
  releases: changes.flatMap(({ after }) => after ?? []),
  removed: changes.flatMap(({ app, after }) => (after ? [] : [app])),
});

/** Lists the running canaries of an environment with their shares, oldest first. */
export const listShareHolders = ({ canaries }: EnvironmentView): ShareHolder[] => canaries.map(toShareHolder);
