import type { DocumentRequest } from '@shop/remote-contract/shell-build';
import { getApiBase } from '@shop/settings/api-base';
import type { Settings } from '@shop/settings/settings-slice';

/** Id of the `<main>` element in every layout. */
export const mainId = 'main';

/** Ids of the document's elements that the page reads at its start. */
export const documentIds = {
  root: 'root',
  composition: 'composition',
  settings: 'settings',
  telemetry: 'telemetry',
  scripts: 'scripts',
  transferredPage: 'handed-over',
  texts: 'texts',
  /** The notice that the page does not start, or the template of it. */
  entryNotice: 'entry-failed',
} as const;

/** Reads JSON of the document. Null when the document does not have it. */
export const readInline = <Data>(id: string): Data | null =>
  JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/**
 * Event that the page dispatches on `window` when its first screen reacts to input, and when the start of the page has failed.
 */
export const pageReadyEvent = 'shop:ready';

/** Mark in the timeline of the browser at which the first screen reacted to input. */
export const pageReadyMark = 'shop-hydrated';

/**
 * Completes the settings of the deployment. Server and browser call this function, so that both render the same page.
 *
 * @param hostname Host name the shopper sees, without its port.
 */
export function completeSettings(settings: DocumentRequest['settings'], hostname: string): Settings {
  return { orderAmounts: 'dollar', ...settings, apiBase: settings.apiBase ?? getApiBase(hostname) };
}
