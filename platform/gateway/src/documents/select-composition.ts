import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowlistRule } from '../canary/canary-allowlist';
import { assignVisitor, type CanaryAssignment } from '../canary/canary-assignment';
import type { LiveComposition } from '../composition/load-composition';
import type { ActiveOverride } from '../previews/overrides';
import type { ActivePreview } from '../previews/previews';
import type { DocumentOptions } from './document-options';

/** What a request is answered with: a preview, or the composition that its visitor is assigned to. */
export interface Selection {
  composition: LiveComposition;
  /** False for a preview, an override and for staff: their documents are rendered for each request. */
  isCacheable: boolean;
  preview: ActivePreview | null;
  override: ActiveOverride | null;
  /** Null for a preview and an override, which count in no telemetry. */
  assignment: CanaryAssignment | null;
}

/**
 * Selects the composition of a request. Null while no composition is live and the request has no preview.
 *
 * @param reply Reply with a document, which gives a new visitor a cookie. Absent for other requests.
 */
export type SelectComposition = (request: FastifyRequest, reply?: FastifyReply) => Promise<Selection | null>;

type SelectOptions = Pick<DocumentOptions, 'current' | 'canaries' | 'previews' | 'overrides' | 'allowlist'>;

export function createSelectComposition({
  current,
  canaries = () => [],
  previews,
  overrides,
  allowlist,
}: SelectOptions): SelectComposition {
  return async (request, reply) => {
    const live = await current();
    const preview = (await previews?.find(request)) ?? null;
    const unassigned = { preview, override: null, assignment: null, isCacheable: false };
    if (preview) return { ...unassigned, composition: preview.composition };
    if (!live) return null;
    const override = (await overrides?.find(request, live)) ?? null;
    if (override) return { ...unassigned, override, composition: override.composition };
    const running = canaries();
    const rules =
      (running.length > 0 && (await allowlist?.findRules(request, running))) || new Map<string, AllowlistRule>();
    const assignment = assignVisitor(request, reply, live, running, rules);
    const isStaff = [...rules.values()].includes('staff');
    return { preview, override, assignment, composition: assignment.composition, isCacheable: !isStaff };
  };
}
