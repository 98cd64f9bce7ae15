import InitColorSchemeScript from '@mui/material/InitColorSchemeScript';
import { themeAttribute, themeModeKey } from '@shop/ui/theme';
import { palette } from '@shop/ui/tokens';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Sets the theme's attribute before the first paint, from storage or the device: no flash of the wrong one. */
export const themeScript = renderToStaticMarkup(
  createElement(InitColorSchemeScript, {
    defaultMode: 'system',
    modeStorageKey: themeModeKey,
    attribute: `[${themeAttribute}="%s"]`,
  }),
).replace(/^<script[^>]*>|<\/script>$/g, '');

/** Ground and ink until the theme's own styles are there. */
export const firstPaintStyle = `html{background:${palette.light.paper};color:${palette.light.ink}}html[${themeAttribute}="dark"]{background:${palette.dark.paper};color:${palette.dark.ink};color-scheme:dark}body{margin:0}`;
