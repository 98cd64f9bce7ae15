import type { Theme } from '@mui/material/styles';
import { fontFamilies } from './tokens';

/** Variables that `@shop/ui/core` and the screens use. All others are for MUI's controls. */
const coreTokens = new RegExp(
  `^--shop-(${[
    'shape-borderRadius',
    'zIndex-(appBar|drawer|modal|snackbar|tooltip)',
    'shadows-(4|16)',
    'font-(h1|h2|h3|body1|body2|caption|overline|button|display|text)',
    'palette-(primary|error|success)-(main|dark|contrastText|mainChannel)',
    'palette-background-(default|paper|sunken|defaultChannel|paperChannel|sunkenChannel)',
    'palette-text-(primary|secondary|disabled|primaryChannel|secondaryChannel)',
    'palette-(divider|outline|accent|sale|onSale)',
    'palette-common-(black|white)',
    'palette-action-(active|activeChannel|hover|hoverOpacity|disabled|disabledBackground)',
    'palette-Skeleton-bg',
  ].join('|')})$`,
);

const fonts = { '--shop-font-display': fontFamilies.display, '--shop-font-text': fontFamilies.text };

const toDeclaration = ([name, value]: [string, string | number]) =>
  `  ${name === 'colorScheme' ? 'color-scheme' : name}: ${value};\n`;

/** Further variables that the components of `@shop/ui/controls` use. */
const controlTokens = new RegExp(
  `^--shop-(${[
    'palette-(primary|error|success|info|warning)-(main|light|dark|contrastText|mainChannel)',
    'palette-common-(background|onBackground)(Channel)?',
    'palette-(Alert|Input|action)-.*',
    'palette-text-icon',
    'palette-dividerChannel',
    'opacity-inputPlaceholder',
    // The menu of a select.
    'overlays-8',
  ].join('|')})$`,
);

function formatRules(theme: Theme, isIncluded: (name: string) => boolean): string {
  const rules = theme.generateStyleSheets().flatMap((sheet) => Object.entries(sheet)) as [string, object][];
  return rules
    .map(([selector, declarations]): [string, [string, string | number][]] => [
      selector,
      Object.entries({ ...declarations, ...(selector === ':root' && fonts) }).filter(([name]) => isIncluded(name)),
    ])
    .filter(([, declarations]) => declarations.length > 0)
    .map(([selector, declarations]) => {
      const rule = `${selector} {\n${declarations.map(toDeclaration).join('')}}\n`;
      return selector.includes('dark') ? `@media not print {\n${rule.replace(/^(?=.)/gm, '  ')}}\n` : rule;
    })
    .join('\n');
}

/**
 * The theme's values as style sheets: `tokens.css` for every page, `control-tokens.css` with what only MUI's controls use.
 * Every page prints light.
 * The theme stays the one source of both.
 *
 * @param theme Theme with CSS variables: `createShopTheme()`.
 * @returns Text of each file by its name in `shared/ui/src/theme`.
 */
export function formatTokenSheets(theme: Theme): Record<'tokens.css' | 'control-tokens.css', string> {
  const isCore = (name: string) => name === 'colorScheme' || coreTokens.test(name);
  const head = '/* Written by `npm run tokens -w shared/ui` from theme.ts. Do not edit. */\n';
  return {
    'tokens.css': head + formatRules(theme, isCore),
    'control-tokens.css': head + formatRules(theme, (name) => !isCore(name) && controlTokens.test(name)),
  };
}
