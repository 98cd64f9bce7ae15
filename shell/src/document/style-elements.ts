import type { ComposedSlot, Composition, PreloadFile } from '@shop/remote-contract/composition';
import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { SlotOwner } from '../slots/slot-host';
import { escapeAttribute } from './escape';

/** Finds the files of a slot's filler. */
export const findComposedSlot = ({ remote, name }: SlotOwner): ComposedSlot | undefined =>
  remote.slots?.find((slot) => slot.name === name);

/** Lists the style sheets of a page: the shell's, then those of the screen and of the slots in it, each once. */
export function listStyleSheets(
  { shell }: Composition,
  match: RemoteRouteMatch | undefined,
  slots: readonly SlotOwner[],
): PreloadFile[] {
  const ofSlots = slots.flatMap((owner) => findComposedSlot(owner)?.styles ?? []);
  const files = [...(shell.styles ?? []), ...(match?.path.styles ?? []), ...ofSlots];
  return [...new Map(files.map((file) => [file.url, file])).values()];
}

/** Renders the link to a style sheet. It blocks the first paint, so that the page never shows without its styles. */
export function linkStyleSheet({ url, integrity }: PreloadFile): string {
  const hash = integrity ? ` integrity="${escapeAttribute(integrity)}"` : '';
  return `<link rel="stylesheet" href="${escapeAttribute(url)}" crossorigin${hash}>`;
}

/**
 * Renders a style sheet inside the document. The bundler's runtime finds it by `data-href` and does not load it again.
 *
 * A text that contains the end tag of the element cannot close it: in CSS, `\/` in a string is the same as `/`.
 */
export function inlineStyleSheet(url: string, css: string): string {
  return `<style data-href="${escapeAttribute(url)}">${css.replace(/<\/(?=style)/gi, '<\\/')}</style>`;
}
