import type { SlotFailure } from '@shop/remote-contract/shell-build';
import * as v from 'valibot';
import { parseDocument } from '../../rendering/renderer-messages';
import { notRendered, type PageResult } from '../page-result';

/*
 * Messages of a page renderer. They come from the code of a composition, so the gateway checks each of them. The messages to
 * the process are in page-renderer-process.mjs of @shop/releases.
 */

const message = v.union([
  v.object({ evaluated: v.object({ rendersPages: v.boolean() }) }),
  v.object({ started: v.object({ failedRemotes: v.record(v.string(), v.string()) }) }),
  v.object({ failed: v.string() }),
  v.object({ warning: v.string() }),
  v.object({ pong: v.number() }),
  v.object({ fetch: v.object({ fetchId: v.number(), url: v.string(), id: v.exactOptional(v.number()) }) }),
  v.object({ id: v.number(), error: v.string() }),
  v.object({ id: v.number(), result: v.exactOptional(v.unknown()) }),
]);

export type PageMessage = v.InferOutput<typeof message>;

/** @throws When the line is no message. */
export const parsePageMessage = (line: string): PageMessage => v.parse(message, JSON.parse(line));

/** The origin of a relative address, which a redirect must not leave. */
const anyOrigin = 'http://shop.invalid';
const maxLocationLength = 2000;

/** Returns the normalized path and query of a redirect. Null for an address that leaves the shop. */
function parseLocation(location: string): string | null {
  if (!location.startsWith('/') || location.length > maxLocationLength || !URL.canParse(location, anyOrigin))
    return null;
  const { origin, pathname, search } = new URL(location, anyOrigin);
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search : null;
}

const renderedPage = v.variant('kind', [
  v.object({ kind: v.literal('page'), document: v.unknown() }),
  v.object({ kind: v.literal('redirect'), location: v.string() }),
  v.object({ kind: v.literal('unavailable'), reason: v.string() }),
]);

const maxSlotFailures = 20;
const text = v.pipe(
  v.string(),
  v.transform((value) => value.slice(0, 500)),
);
const slotFailures = v.object({
  slotFailures: v.array(v.object({ app: text, version: text, slot: text, reason: text })),
});

/** Lists the fillers of slots that a page was rendered without. */
function listSlotFailures(result: unknown): SlotFailure[] {
  const parsed = v.safeParse(slotFailures, result);
  return parsed.success ? parsed.output.slotFailures.slice(0, maxSlotFailures) : [];
}

/** Parses the result of `renderPage`. A result that breaks the contract is a failure of the composition. */
export function parseRenderedPage(result: unknown): PageResult {
  try {
    const page = v.parse(renderedPage, result);
    if (page.kind === 'unavailable') return notRendered('data', page.reason);
    if (page.kind === 'page') {
      return { kind: 'page', document: parseDocument(page.document), slotFailures: listSlotFailures(result) };
    }
    const location = parseLocation(page.location);
    if (location !== null) return { kind: 'redirect', location };
    return notRendered('composition', 'it redirects to an address outside the shop');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return notRendered('composition', `it returned no valid page: ${reason}`);
  }
}
