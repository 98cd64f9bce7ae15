import { palette } from '@shop/ui/tokens';
import { appleTouchIcon, icon, icon192, icon512, maskable512 } from './icon-files';

/** Icons of the page, and the colour of the browser's bars. */
export const iconLinks = [
  `<link rel="icon" href="${icon}" type="image/svg+xml">`,
  `<link rel="apple-touch-icon" href="${appleTouchIcon}">`,
  '<link rel="manifest" href="/site.webmanifest">',
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${palette.light.paper}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${palette.dark.paper}">`,
].join('\n');

/** Icon for browsers and crawlers that request `/favicon.ico` and do not support SVG. */
export { favicon } from './icon-files';

/** Icons of the installed app. A maskable icon fills its square, and the device cuts it to a shape. */
export const appIcons = [
  { src: icon, sizes: 'any', type: 'image/svg+xml' },
  { src: icon192, sizes: '192x192', type: 'image/png' },
  { src: icon512, sizes: '512x512', type: 'image/png' },
  { src: maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];
