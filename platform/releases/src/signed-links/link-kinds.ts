import type { Environment } from '../state/environment';
import { Preview } from './preview';
import { listLinks } from './signed-link';
import { StaffPass } from './staff-pass';

/** Longest lifetime of a link in milliseconds. */
export const maxLinkDuration = 30 * 86_400_000;

/** Schemas of the signed links, by the folder of the release store that has them. */
export const linkSchemas = { preview: Preview, staff: StaffPass };

/** Keys of the previews and staff passes that gc looks at. */
export interface ExpiredLinks {
  expired: string[];
  /** Links without a valid signature. Their expiry is unknown, so gc keeps them. */
  unreadable: string[];
}

/** Finds previews and staff passes that have expired. */
export async function findExpiredLinks(
  environment: Pick<Environment, 'store' | 'trusted'>,
  before: number,
): Promise<ExpiredLinks> {
  const kinds = ['preview', 'staff'] as const;
  const listed = await Promise.all(kinds.map((kind) => listLinks(kind, linkSchemas[kind], environment)));
  const links = listed.flat();
  return {
    expired: links.flatMap(({ key, link }) => (link && Date.parse(link.expiresAt) < before ? [key] : [])),
    unreadable: links.flatMap(({ key, link }) => (link ? [] : [key])),
  };
}
