import type { FastifyRequest } from 'fastify';

/** How a document was made: from the page cache, rendered with its content, or without it. */
export type RenderKind = 'cached' | 'rendered' | 'client-rendered';

/** What the log and the metrics tell about a document. */
export interface DocumentFacts {
  /** Sequence number of its composition. */
  composition: number;
  /** App that owns the path. */
  app: string;
  /** Pattern of the path. */
  pattern: string;
  /** Absent while the document is not made. */
  render?: RenderKind;
}

const facts = new WeakMap<FastifyRequest, DocumentFacts>();

export const recordDocumentFacts = (request: FastifyRequest, recorded: DocumentFacts): void => {
  facts.set(request, recorded);
};

/** Returns the facts of a request for a document. Undefined for any other request. */
export const getDocumentFacts = (request: FastifyRequest): DocumentFacts | undefined => facts.get(request);

/** Returns the fields of a request's log line. */
export function getLogFields(request: FastifyRequest): Record<string, string | number> {
  const recorded = facts.get(request);
  if (!recorded) return {};
  const { composition, app, render } = recorded;
  return { composition, app, ...(render ? { render } : {}) };
}
