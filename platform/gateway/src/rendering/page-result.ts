import type { RenderedDocument, SlotFailure } from '@shop/remote-contract/shell-build';

/**
 * Why a page was not rendered:
 * - `composition`: the code of the composition failed, took too long, sent a request that the store API refuses with 400, or cannot
 *   read a response. It counts as a render failure;
 * - `cold`: a process took too long for its first page of a path, for the first time. It says nothing about the composition;
 * - `data`: the store API failed or took too long;
 * - `gateway`: no process can take the page now;
 * - `limited`: the network of the visitor has requested too many pages that search the products;
 * - `unsupported`: the shell renders no pages, or the page redirects to an address that is too long.
 */
export type NotRenderedCause = 'composition' | 'cold' | 'data' | 'gateway' | 'limited' | 'unsupported';

/** Result of rendering a page. A page that is not rendered is answered with the document of `renderDocument`. */
export type PageResult =
  /** `slotFailures` lists the fillers of slots that the page was rendered without. */
  | { kind: 'page'; document: RenderedDocument; slotFailures: readonly SlotFailure[] }
  /** `location` is a path of the shop with its query. */
  | { kind: 'redirect'; location: string }
  | { kind: 'not-rendered'; cause: NotRenderedCause; reason: string; frames?: readonly string[] };

/**
 * @param reason A message for the log.
 * @param frames Positions of an exception in released files, innermost first.
 */
export const notRendered = (cause: NotRenderedCause, reason: string, frames: readonly string[] = []): PageResult => ({
  kind: 'not-rendered',
  cause,
  reason,
  ...(frames.length > 0 && { frames }),
});
