import { evaluateNodeBundle } from '@shop/releases/runtime/evaluate-node-bundle';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { createInProcessRenderer } from '../rendering/in-process-renderer';
import type { ShellRenderers } from '../rendering/shell-renderers';

/** Creates renderers without processes, for tests with fake timers. */
export const createInProcessRenderers = (): ShellRenderers => ({
  open: ({ code, ...context }) => createInProcessRenderer(evaluateNodeBundle<ShellBuild>(code, context)),
  close: async () => {},
});
