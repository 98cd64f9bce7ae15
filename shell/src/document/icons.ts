// The browser build imports this file too, though it uses nothing of it: so it emits the icons that documents name.
import { palette } from '@shop/ui/tokens';
import appleTouchIcon from './icons/apple-touch-icon.png';
import favicon from './icons/favicon.png';
import icon from './icons/icon.svg';
import icon192 from './icons/icon-192.png';
import icon512 from './icons/icon-512.png';
import maskable512 from './icons/maskable-512.png';

/** Icons of the page, and the colour of the browser's own bars around it. */
export const iconLinks = [
  `<link rel="icon" href="${icon}" type="image/svg+xml">`,
  `<link rel="apple-touch-icon" href="${appleTouchIcon}">`,
  '<link rel="manifest" href="/site.webmanifest">',
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${palette.light.paper}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${palette.dark.paper}">`,
].join('\n');

/** For browsers and crawlers that ask for `/favicon.ico` and take no SVG. */
export { favicon };

/** Icons of the installed app; a maskable one fills its square and may be cut to any shape. */
export const appIcons = [
  { src: icon, sizes: 'any', type: 'image/svg+xml' },
  { src: icon192, sizes: '192x192', type: 'image/png' },
  { src: icon512, sizes: '512x512', type: 'image/png' },
  { src: maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
