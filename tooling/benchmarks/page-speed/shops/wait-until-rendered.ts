import { waitUntil } from '@shop/testing/wait-until';

/** Milliseconds within which a server renders its first page after its start. */
const timeoutMs = 60_000;

/**
 * Waits until a document has the content of its page. A server that starts sends documents without content at first.
 *
 * @throws when the server still renders no page after a minute.
 */
export async function waitUntilRendered(url: string): Promise<void> {
  const isRendered = async () => /<h1[ >]/.test(await (await fetch(url)).text());
  await waitUntil(isRendered, { timeoutMs, intervalMs: 200, message: `${url} has content` });
}
