import { addLine, cartLineKey, countPieces, describeAddition, nameCart, toCartLine } from '@shop/cart/cart-line';
import { cartKey } from '@shop/cart/cart-storage';
import type { Texts } from '@shop/language/texts';
import type { ComposedSlot, Composition, PreloadFile } from '@shop/remote-contract/composition';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import { beaconPath } from '@shop/remote-contract/telemetry';
import { urls } from '@shop/remote-contract/urls';
import { palette } from '@shop/ui/tokens';
import { documentIds, pageReadyEvent } from '../base/page';
import type { SlotOwner } from '../slots/slot-host';
import { type CartRules, createEarlyCart, type EarlyCartSettings } from './early-cart';
import { type EntryRecoverySettings, recoverEntry } from './entry-recovery';
import { entryFailedEvent, holdEarlyInput, type PageScripts } from './page-loader';

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for a quoted HTML attribute. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&"'<>]/g, (character) => entities[character] ?? character);
}

/** Serializes JSON for a script element. No text in it can close the element or open a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/** Finds the files of a slot's component. */
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
  return `<link rel="stylesheet" href="${escapeAttribute(url)}" crossorigin${integrityAttribute(integrity)}>`;
}

/**
 * Renders a style sheet inside the document. The bundler's runtime finds it by `data-href` and does not load it again.
 *
 * A text that contains the end tag of the element cannot close it: in CSS, `\/` in a string is the same as `/`.
 */
export function inlineStyleSheet(url: string, css: string): string {
  return `<style data-href="${escapeAttribute(url)}">${css.replace(/<\/(?=style)/gi, '<\\/')}</style>`;
}

/** The rules of the cart that work without other modules. */
const cartRules: CartRules = { addLine, cartLineKey, countPieces, toCartLine };

/** The highest number that the page loader shows in the badge of the cart. */
const maxEarlyCount = 99;

/** Lists the names of a link to the cart. Most numbers share one: `Intl.PluralRules` would block a phone before its first paint. */
function listCartNames(t: Texts): Record<string, string> {
  const other = nameCart(maxEarlyCount, t).replace(String(maxEarlyCount), '#');
  const names: Record<string, string> = { other };
  for (let count = 0; count <= maxEarlyCount; count += 1) {
    const name = nameCart(count, t);
    if (name !== other.replace('#', String(count))) names[count] = name;
  }
  return names;
}

const describeEarlyCart = (t: Texts): EarlyCartSettings => ({
  cartKey,
  cartPath: urls.cart(),
  pathPrefix: getLanguagePrefix(t.language),
  transferredId: documentIds.transferredPage,
  cartNames: listCartNames(t),
  added: t(describeAddition({ name: '' }, false).title),
  updated: t(describeAddition({ name: '' }, true).title),
});

const ruleTexts = Object.entries(cartRules).map(([name, rule]) => `${name}:${rule}`);

/** Creates the inline script of rendered pages. Its text is the same in every document of a language, so that one hash permits it. */
export const createPageLoaderScript = (t: Texts): string =>
  `(${holdEarlyInput})(${JSON.stringify(documentIds.scripts)},${JSON.stringify(pageReadyEvent)},${JSON.stringify(entryFailedEvent)},(${createEarlyCart})({${ruleTexts}},${inlineJson(describeEarlyCart(t))}))`;

const entryRecovery: EntryRecoverySettings = {
  compositionId: documentIds.composition,
  telemetryId: documentIds.telemetry,
  noticeId: documentIds.entryNotice,
  failedEvent: entryFailedEvent,
  beaconPath,
};

/** Inline script of every document, at its end. */
export const entryRecoveryScript = `(${recoverEntry})(${JSON.stringify(entryRecovery)})`;

/**
 * Rules by which a browser prefetches the document of a link that the shopper is about to open. They apply until the page is
 * ready. https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: '/-/*' } }] },
      eagerness: 'moderate',
    },
  ],
});

const integrityAttribute = (integrity: string) => (integrity ? ` integrity="${escapeAttribute(integrity)}"` : '');

/** A preload without the same `crossorigin` and `integrity` as the later fetch would download the file twice. */
const preloadLink = ({ url, integrity }: PreloadFile) =>
  `<link rel="preload" as="script" href="${escapeAttribute(url)}" crossorigin${integrityAttribute(integrity)}>`;

/**
 * Requests all scripts in the head of a document, for a page whose content needs them.
 *
 * @returns Elements of the head.
 */
export function requestScripts(entry: PreloadFile, preloads: readonly PreloadFile[]): string[] {
  const { url, integrity } = entry;
  const script = `<script src="${escapeAttribute(url)}" data-entry defer crossorigin${integrityAttribute(integrity)}></script>`;
  return [script, ...preloads.map(preloadLink)];
}

/**
 * Adds the page loader to a rendered page.
 *
 * @param scripts The scripts that it loads.
 * @param pageLoader See `createPageLoaderScript`.
 * @returns Elements for the body, after the content.
 */
export function renderPageLoader(scripts: PageScripts, pageLoader: string): string[] {
  return [
    `<script type="application/json" id="${documentIds.scripts}">${inlineJson(scripts)}</script>`,
    `<script>${pageLoader}</script>`,
    `<script type="speculationrules">${speculationRules}</script>`,
  ];
}

const bannerStyle = [
  `background:${palette.light.turmeric}`,
  `color:${palette.light.onTurmeric}`,
  'font:600 14px/1.4 Figtree,system-ui,sans-serif',
  'padding:8px 16px',
  'text-align:center',
].join(';');

/**
 * Renders the banner of a preview, with a link that ends the preview. It is plain HTML above the app, so that it shows even
 * when the previewed apps fail.
 *
 * @param expiresAt ISO date and time.
 */
export function renderPreviewBanner(expiresAt: string): string {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `<aside aria-label="Preview" style="${escapeAttribute(bannerStyle)}">Preview of a release that is not live, until ${escapeAttribute(until)}. <a href="/-/preview/end" style="color:inherit">End the preview</a></aside>
`;
}

/** The notice stays in view while the shopper scrolls, above everything else. */
const noticeStyle = `${bannerStyle};position:sticky;top:0;z-index:1500`;

/**
 * Renders what `recoverEntry` shows on a page that does not start. The link loads the document again without scripts. The notice
 * has the id of its template, which it replaces: a page that starts removes either one.
 *
 * @param lang Language of the texts, when it is not that of the document.
 */
export function renderEntryNotice(t: Texts, lang?: string): string {
  const message = t('The shop did not respond. Check your connection, then try again.');
  return `<template id="${entryRecovery.noticeId}"><div id="${entryRecovery.noticeId}" role="alert"${lang ? ` lang="${lang}"` : ''} style="${escapeAttribute(noticeStyle)}">${escapeAttribute(message)} <a href="" style="color:inherit">${escapeAttribute(t('Try Again'))}</a></div></template>`;
}
