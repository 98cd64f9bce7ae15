import type { Environment } from '../state/environment';
import { maxOverrideDuration, Override } from './override';
import { Preview } from './preview';
import { listLinks } from './signed-link';
import { StaffPass } from './staff-pass';

/** Longest lifetime of a preview and of a staff pass in milliseconds. */
const maxDuration = 30 * 86_400_000;

/** The signed links, by the folder of the release store that has them, with their longest lifetime in milliseconds. */
export const linkKinds = {
  preview: { schema: Preview, maxDuration },
  staff: { schema: StaffPass, maxDuration },
  override: { schema: Override, maxDuration: maxOverrideDuration },
};

/** Keys of the previews, staff passes and override links that gc looks at. */
export interface ExpiredLinks {
  expired: string[];
  /** Links without a valid signature. Their expiry is unknown, so gc keeps them. */
  unreadable: string[];
}

/** Finds previews, staff passes and override links that have expired. */
export async function findExpiredLinks(
  environment: Pick<Environment, 'store' | 'trusted'>,
  before: number,
): Promise<ExpiredLinks> {
  const kinds = ['preview', 'staff', 'override'] as const;
  const listed = await Promise.all(kinds.map((kind) => listLinks(kind, linkKinds[kind].schema, environment)));
  const links = listed.flat();
  return {
    expired: links.flatMap(({ key, link }) => (link && Date.parse(link.expiresAt) < before ? [key] : [])),
    unreadable: links.flatMap(({ key, link }) => (link ? [] : [key])),
  };
}
