import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createShopTheme } from './theme';
import { formatTokenSheets } from './token-sheets';

/** `npm run tokens -w shared/ui` writes the style sheets with the theme's values. */
for (const [file, text] of Object.entries(formatTokenSheets(createShopTheme()))) {
  writeFileSync(path.join(import.meta.dirname, file), text);
}
