import { parseShellContract, type ShellContract, shellContractPath } from '@shop/releases/release/shell-contract';
import type { Composition } from '@shop/remote-contract/composition';
import type { DocumentRequest } from '@shop/remote-contract/shell-build';
import { getApiBase } from '@shop/settings/api-base';

interface InlineData {
  composition: Composition;
  settings: DocumentRequest['settings'];
}

/** A text in the element cannot contain its end tag: the JSON has no `<`. */
const createPattern = (id: string) => new RegExp(`(<script\\b[^>]*\\bid="${id}"[^>]*>)([^<]*)(</script>)`);

/** Reads JSON out of a document. @returns Null when the document has no such element, or the element no JSON. */
export function readInlineData<Id extends keyof InlineData>(html: string, id: Id): InlineData[Id] | null {
  const [, , text] = createPattern(id).exec(html) ?? [];
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeInlineData<Id extends keyof InlineData>(html: string, id: Id, data: InlineData[Id]): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return html.replace(createPattern(id), (_element, start: string, _before, end: string) => start + text + end);
}

export const removeInlineData = (html: string, id: string): string => html.replace(createPattern(id), '');

const timeoutMs = 10_000;

/**
 * Address of a document without the content of a page. The page reads its own address and renders itself, whatever the address is;
 * the shop's offline cache uses it in the same way.
 */
export const framePath = '/login';

/** The shop does not respond, or what responds is not a shop. The message says what to do. */
export class LiveShopError extends Error {
  override name = 'LiveShopError';
}

/** Requests an address of the shop. Redirects are not followed. @throws {LiveShopError} When there is no response. */
export async function fetchFromShop(url: URL, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new LiveShopError(
      `${url.origin} does not respond (${reason}): check the address of the shop in SHOP_URL or --shop-url, and the network.`,
      { cause: error },
    );
  }
}

export interface LiveComposition {
  composition: Composition;
  /** Base URL of the store API as a page of the live shop sees it. */
  apiBase: string;
}

/**
 * Reads the composition of the live shop.
 *
 * @throws {LiveShopError} When the shop does not respond, and when the address is not one of a shop.
 */
export async function readLiveComposition(shopUrl: string): Promise<LiveComposition> {
  const url = new URL(framePath, shopUrl);
  const response = await fetchFromShop(url);
  const live = readDocument(await response.text(), shopUrl);
  if (live) return live;
  throw new LiveShopError(
    `${url.href} responds with status ${response.status} and no composition: give the address of a shop in SHOP_URL or --shop-url, such as https://staging.shop.example.`,
  );
}

/** Reads composition and address of the store API out of a document. Null for a document of no shop. */
export function readDocument(html: string, shopUrl: string): LiveComposition | null {
  const composition = readInlineData(html, 'composition');
  if (!composition) return null;
  const apiBase = readInlineData(html, 'settings')?.apiBase ?? getApiBase(new URL(shopUrl).hostname);
  return { composition, apiBase };
}

/** Reads what the live shell offers to remotes. @returns Null when the shop does not say it. */
export async function readShellContract(shopUrl: string): Promise<ShellContract | null> {
  const url = new URL(shellContractPath, shopUrl);
  const response = await fetchFromShop(url);
  if (!response.ok) return null;
  return parseShellContract(new Uint8Array(await response.arrayBuffer()), url.href);
}
