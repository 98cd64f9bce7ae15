import type { CallBody } from '@shop/releases/service-api/requests';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import type { Finding } from '@shop/releases/state/audit-log';
import { pinReleases } from '@shop/releases/state/compose';
import type { Apps } from '@shop/releases/state/composition';
import type { LiveState } from '@shop/releases/state/environment';
import type { CommandRun } from '../cli/command';

/**
 * Runs the gates on the composition that a promotion would create: on this machine, or in the release service. Without a difference
 * to another environment, they check the live composition.
 */
export async function checkComposition(
  { environment, host, service, progress }: CommandRun<unknown, unknown>,
  selection: Omit<CallBody<'check'>, 'env'>,
  next: Apps,
  state: LiveState | null,
): Promise<Finding[]> {
  if (service) {
    const isEmpty = selection.releases.length + (selection.removedApps ?? []).length === 0;
    // The service takes no empty selection. The live shell changes nothing either.
    const releases = isEmpty ? [`shell@${next.shell.version}`] : selection.releases;
    const { findings, warnings } = await progress.run(
      'gates in the release service',
      () => service.call('check', { env: environment.name, ...selection, releases }, progress),
      (result) => result.findings.length === 0,
    );
    return [...findings, ...warnings];
  }
  const check = createPromotionCheck(environment, selection.removedPaths ?? [], host.smokeTest, progress);
  // A promotion of this composition reuses a smoke test that passes here.
  return check({ next: await pinReleases(environment.store, next), state });
}
