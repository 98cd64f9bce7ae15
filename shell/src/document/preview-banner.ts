import { palette } from '@shop/ui/tokens';
import { escapeAttribute } from './escape';

const style = [
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
  return `<aside aria-label="Preview" style="${escapeAttribute(style)}">Preview of a release that is not live, until ${escapeAttribute(until)}. <a href="/-/preview/end" style="color:inherit">End the preview</a></aside>
`;
}
