// The browser build imports this file too, though it uses nothing of it: so it emits the icons that documents name.
import { palette } from '@shop/ui/tokens';
import appleTouchIcon from './icons/apple-touch-icon.png';
import icon from './icons/icon.svg';

/** Icons of the page, and the colour of the browser's own bars around it. */
export const iconLinks = [
  `<link rel="icon" href="${icon}" type="image/svg+xml">`,
  `<link rel="apple-touch-icon" href="${appleTouchIcon}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${palette.light.paper}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${palette.dark.paper}">`,
].join('\n');
