import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowlistRule } from '../canary/canary-allowlist';
import { assignVisitor, type CanaryAssignment } from '../canary/canary-assignment';
import type { LiveComposition } from '../composition/load-composition';
import type { ActivePreview } from '../previews/previews';
import type { DocumentOptions } from './document-options';

/** What a request is answered with: a preview, or the composition that its visitor is assigned to. */
export interface Selection {
  composition: LiveComposition;
  /** False for a preview and for staff: their documents are rendered for each request. */
  isCacheable: boolean;
  preview: ActivePreview | null;
  /** Null for a preview, which counts in no telemetry. */
  assignment: CanaryAssignment | null;
}

/**
 * Selects the composition of a request. Null while no composition is live and the request has no preview.
 *
 * @param reply Reply with a document, which gives a new visitor a cookie. Absent for other requests.
 */
export type SelectComposition = (request: FastifyRequest, reply?: FastifyReply) => Promise<Selection | null>;

export function createSelectComposition({
  current,
  canaries = () => [],
  previews,
  allowlist,
}: Pick<DocumentOptions, 'current' | 'canaries' | 'previews' | 'allowlist'>): SelectComposition {
  return async (request, reply) => {
    const live = await current();
    const preview = (await previews?.find(request)) ?? null;
    if (preview) return { preview, assignment: null, composition: preview.composition, isCacheable: false };
    if (!live) return null;
    const running = canaries();
    const rules =
      (running.length > 0 && (await allowlist?.findRules(request, running))) || new Map<string, AllowlistRule>();
    const assignment = assignVisitor(request, reply, live, running, rules);
    const isStaff = [...rules.values()].includes('staff');
    return { preview, assignment, composition: assignment.composition, isCacheable: !isStaff };
  };
}
