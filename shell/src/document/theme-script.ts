import InitColorSchemeScript from '@mui/material/InitColorSchemeScript';
import { themeAttribute, themeModeKey } from '@shop/ui/theme';
import { palette } from '@shop/ui/tokens';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Script that sets the theme attribute before the first paint, from storage or the device, to avoid a flash of the other theme. */
export const themeScript = renderToStaticMarkup(
  createElement(InitColorSchemeScript, {
    defaultMode: 'system',
    modeStorageKey: themeModeKey,
    attribute: `[${themeAttribute}="%s"]`,
  }),
).replace(/^<script[^>]*>|<\/script>$/g, '');

/** Background and text colour until the theme's styles are applied. */
export const firstPaintStyle = `html{background:${palette.light.paper};color:${palette.light.ink}}html[${themeAttribute}="dark"]{background:${palette.dark.paper};color:${palette.dark.ink};color-scheme:dark}body{margin:0}`;
