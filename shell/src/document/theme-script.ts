import { themeAttribute, themeModeKey } from '@shop/ui/core';
import { palette } from '@shop/ui/tokens';

/**
 * Script that sets the theme attribute before the first paint, from storage or the device, to avoid a flash of the other theme.
 * It reads the stored mode like `useThemeMode`: any value that is not a theme counts as the theme of the device.
 */
export const themeScript = `(()=>{let mode;try{mode=localStorage.getItem("${themeModeKey}")}catch{}if(mode!=="light"&&mode!=="dark")mode=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";document.documentElement.setAttribute("${themeAttribute}",mode)})()`;

/** Background colour until the page's style sheet is applied. A style sheet that does not load leaves the browser's own colours. */
export const firstPaintStyle = `html{background:${palette.light.paper}}html[${themeAttribute}="dark"]{background:${palette.dark.paper};color-scheme:dark}`;
