import type { RenderedDocument } from '@shop/remote-contract/shell-build';
import * as v from 'valibot';
import { notRendered, type PageResult } from './page-result';

/*
 * Messages of a renderer process. They come from the code of a composition, so the gateway checks each of them. The process is in
 * `process/renderer-process.mjs`.
 */

/** A list whose length is checked before its items. A message has room for millions of them. */
const boundedArray = <Item extends v.GenericSchema>(item: Item, maxCount: number) =>
  v.pipe(
    v.custom<unknown[]>((value) => Array.isArray(value) && value.length <= maxCount, `has more than ${maxCount} items`),
    v.array(item),
  );

const warnings = boundedArray(v.string(), 100);
const message = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ id: v.number(), error: v.string(), frames: boundedArray(v.string(), 100), warnings }),
    v.object({ id: v.number(), result: v.exactOptional(v.unknown()), warnings }),
  ]),
);

/** @returns Null for a text that is no message. */
export function parseRendererMessage(text: string): v.InferOutput<typeof message> | null {
  const parsed = v.safeParse(message, text);
  return parsed.success ? parsed.output : null;
}

/** Inline scripts of a document, and characters of each. A hash is part of a header. */
const inlineScripts = (maxCount: number) => boundedArray(v.pipe(v.string(), v.maxLength(100_000)), maxCount);

const evaluatedShell = v.object({
  rendersPages: v.boolean(),
  /** The URL of the icon, and the file of the service worker, that browsers request at fixed addresses. */
  wellKnown: v.nullable(v.object({ favicon: v.string(), serviceWorker: v.string() })),
  /** All inline scripts of its documents, in every language. Null for shells before 6.2 of the contract. */
  inlineScripts: v.nullable(inlineScripts(200)),
});
export type EvaluatedShell = v.InferOutput<typeof evaluatedShell>;

/**
 * @param base Address of the shell's files: `/r/shell/1.0.0-4f3a…/`, or that of its development server.
 * @throws When the result of the call `shell` is not a description of a shell, or names an icon that is not one of its files.
 */
export function parseShell(result: unknown, base: string): EvaluatedShell {
  const shell = v.parse(evaluatedShell, result);
  const { favicon = base } = shell.wellKnown ?? {};
  // It becomes the value of a header.
  if (favicon.startsWith(base) && /^(?!.*\.\.)[\w./-]*$/.test(favicon.slice(base.length))) return shell;
  throw new Error(`its icon ${favicon} is not one of its files`);
}

/**
 * What a shell returns as a document. The gateway computes the headers itself. It takes the status, and of the inline scripts
 * those that the shell has listed.
 */
export const renderedDocument: v.GenericSchema<unknown, RenderedDocument> = v.object({
  status: v.picklist([200, 404]),
  html: v.string(),
  isPrivate: v.exactOptional(v.boolean()),
  inlineScripts: inlineScripts(16),
  apiOrigin: v.string(),
  trustedTypes: v.exactOptional(boundedArray(v.string(), 1000)),
});

/** The origin of a relative address, which a redirect must not leave. */
const anyOrigin = 'http://shop.invalid';
const maxLocationLength = 2000;

/** Returns the normalized path and query of a redirect. Null for an address that leaves the shop. */
function parseLocation(location: string): string | null {
  if (!location.startsWith('/') || !URL.canParse(location, anyOrigin)) return null;
  const { origin, pathname, search } = new URL(location, anyOrigin);
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search : null;
}

/**
 * Addresses that a page reads. Those that the gateway does not read are answered with an error. They contain text of the page's own
 * address, so a long one is no fault of the composition.
 */
const addresses = boundedArray(v.string(), 10_000);

const maxSlotFailures = 20;
const text = v.pipe(
  v.string(),
  v.transform((value) => value.slice(0, 500)),
);

/** The fillers of slots that a page was rendered without. */
const slotFailures = v.pipe(
  v.custom<unknown[]>(Array.isArray),
  v.transform((failures) => failures.slice(0, maxSlotFailures)),
  v.array(v.object({ app: text, version: text, slot: text, reason: text })),
);

const renderedPage = v.variant('kind', [
  v.object({ kind: v.literal('page'), document: v.unknown(), slotFailures: v.fallback(slotFailures, []) }),
  v.object({ kind: v.literal('redirect'), location: v.string() }),
  v.object({ kind: v.literal('unavailable'), reason: v.string() }),
  v.object({ kind: v.literal('needs'), urls: addresses }),
]);

const reads = v.fallback(v.object({ read: addresses }), { read: [] });

/** Lists the addresses whose data a page has read. */
export const listReads = (result: unknown): readonly string[] => v.parse(reads, result).read;

/**
 * Parses the result of the call `page`. A result that breaks the contract is a failure of the composition.
 *
 * @returns `needs` with the addresses of the data that the page was called without.
 */
export function parseRenderedPage(result: unknown): PageResult | { kind: 'needs'; urls: string[] } {
  try {
    const page = v.parse(renderedPage, result);
    if (page.kind === 'needs') return page;
    if (page.kind === 'unavailable') return notRendered('data', page.reason);
    if (page.kind === 'page') return { ...page, document: v.parse(renderedDocument, page.document) };
    const location = parseLocation(page.location);
    if (location === null) return notRendered('composition', 'it redirects to an address outside the shop');
    // A redirect repeats parts of the address that a client has made long.
    if (page.location.length > maxLocationLength) return notRendered('unsupported', 'its redirect is too long');
    return { kind: 'redirect', location };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return notRendered('composition', `it returned no valid page: ${reason}`);
  }
}
