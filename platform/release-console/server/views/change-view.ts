import { describeChange } from '@shop/releases/history/describe-change';
import { readHistory } from '@shop/releases/history/read-history';
import { compareScreenshots } from '@shop/releases/history/screenshots';
import { findRelease } from '@shop/releases/release/find-release';
import { HttpError, type ParsedQuery } from '@shop/releases/service-api/requests';
import type { ChangeDescription } from '@shop/releases/service-api/responses';
import { compose } from '@shop/releases/state/compose';
import type { Apps } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';

async function describeCompositions(
  environment: Environment,
  before: Apps | null,
  after: Apps,
): Promise<ChangeDescription> {
  const [apps, screens] = await Promise.all([
    describeChange(environment, before, after),
    before && compareScreenshots(environment.store, before, after),
  ]);
  return { apps, screens };
}

/** Describes a change of the history. @throws {HttpError} 404 when there is no such change. */
export async function loadChange(environment: Environment, seq: number): Promise<ChangeDescription> {
  const { records } = await readHistory(environment, { before: seq + 1, limit: 1 });
  const [record] = records;
  if (record?.entry.seq !== seq) throw new HttpError(404, `There is no change ${seq} in ${environment.name}.`);
  return describeCompositions(environment, record.compared.before, record.compared.after);
}

/** Describes what a promotion would change for its visitors. @throws When it has an unpublished release. */
export async function loadPlannedChange(
  environment: Environment,
  { releases: names, removedApps }: Pick<ParsedQuery<'planned-change'>, 'releases' | 'removedApps'>,
): Promise<ChangeDescription> {
  const [state, ...releases] = await Promise.all([
    readLiveState(environment),
    ...names.map((name) => findRelease(environment.store, name)),
  ]);
  const live = state?.live ?? null;
  return describeCompositions(environment, live, compose(environment.name, live, releases, removedApps));
}
