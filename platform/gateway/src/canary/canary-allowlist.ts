import { readStaffPass } from '@shop/releases/signed-links/staff-pass';
import type { Environment } from '@shop/releases/state/environment';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveCanary } from '../composition/load-composition';
import { readLinkCookie } from '../http/cookies';
import { createSignedLinkCache, registerSignedLinkRoute } from '../previews/signed-link-cache';
import { type CustomerGroupsOptions, createCustomerGroups } from './customer-groups';

const unknownPassMessage = 'There is no such staff pass, or it has expired: ask for a new link.';

const confirmation = {
  title: 'Use this shop as staff?',
  hindiTitle: 'इस दुकान को कर्मचारी के रूप में देखें?',
  text: 'With this link, this browser gets releases that few visitors have. Open it only when you work for the shop.',
  hindiText:
    'इस लिंक से यह ब्राउज़र ऐसी रिलीज़ दिखाएगा जो अभी कम ही लोगों को मिलती हैं। इसे तभी खोलें जब आप इस दुकान के कर्मचारी हों।',
  button: 'Continue as staff',
  hindiButton: 'कर्मचारी के रूप में जारी रखें',
};

/** Rule by which a visitor gets a canary. */
export type AllowlistRule = 'region' | 'group' | 'staff';

/** Visitors who get a canary whatever their bucket: staff, visitors from chosen regions, and customers of chosen groups. */
export type CanaryAllowlist = ReturnType<typeof createCanaryAllowlist>;

export interface CanaryAllowlistOptions {
  environment: Environment;
  /** Lower-case header in which the proxy in front of the gateway names the visitor's region. Without it no region matches. */
  regionHeader?: string | undefined;
  /** Where the groups of a customer are, and the key that verifies them. Without it no group matches. */
  customerGroups?: CustomerGroupsOptions | undefined;
  /** Receives each error of reading a staff pass. The visitor then counts as no member of staff. */
  onError: (error: unknown) => void;
}

/**
 * Creates the allowlist of canaries. A signed pass in a cookie identifies staff, a proxy's header regions, and a signed token of the
 * company the groups of a customer.
 */
export function createCanaryAllowlist({ environment, regionHeader, customerGroups, onError }: CanaryAllowlistOptions) {
  const { trusted } = environment;
  const findPass = createSignedLinkCache({ read: (id) => readStaffPass(environment, id), trusted, onError });

  const isStaff = async (request: FastifyRequest) => {
    const id = readLinkCookie(request, 'staff');
    return id ? (await findPass(id)) !== null : false;
  };

  const readGroups = customerGroups && createCustomerGroups(customerGroups);

  const getRegion = ({ headers }: FastifyRequest) =>
    regionHeader ? String(headers[regionHeader] ?? '').toUpperCase() : '';

  return {
    /** Finds out why a visitor gets canaries whatever the bucket, by canary id. Canaries whose rules do not name the visitor are absent. */
    findRules: async (
      request: FastifyRequest,
      canaries: readonly Pick<LiveCanary, 'id' | 'staff' | 'regions' | 'groups'>[],
    ): Promise<ReadonlyMap<string, AllowlistRule>> => {
      const rules = new Map<string, AllowlistRule>();
      const region = getRegion(request);
      const isAnyForGroups = canaries.some(({ groups }) => groups !== undefined);
      const own = isAnyForGroups ? ((await readGroups?.(request)) ?? []) : [];
      for (const { id, staff, regions = [], groups = [] } of canaries) {
        if (regions.includes(region)) rules.set(id, 'region');
        else if (groups.some((group) => own.includes(group))) rules.set(id, 'group');
        else if (staff && (await isStaff(request))) rules.set(id, 'staff');
      }
      return rules;
    },
    /** Adds the routes that give a browser a staff pass and take it away: `/-/staff/<id>` and `/-/staff/end`. */
    registerRoutes: (app: FastifyInstance) =>
      registerSignedLinkRoute(app, {
        kind: 'staff',
        confirmation,
        open: async (id) => {
          const pass = await findPass(id);
          return pass ? { ...pass, name: 'Staff · कर्मचारी' } : { status: 404, message: unknownPassMessage };
        },
      }),
  };
}
