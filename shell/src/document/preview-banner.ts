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
 * Says on every document of a preview that this is not the live shop, and leads out of it. Plain HTML above the app, so
 * that it shows whatever the previewed apps do.
 *
 * @param expiresAt ISO date and time.
 */
export function previewBanner(expiresAt: string): string {
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `<aside aria-label="Preview" style="${escapeAttribute(style)}">Preview of a release that is not live, until ${escapeAttribute(until)}. <a href="/-/preview/end" style="color:inherit">End the preview</a></aside>
`;
}
