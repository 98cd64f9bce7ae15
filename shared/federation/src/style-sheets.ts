import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core';
import type { AppIdentity } from './app-identity';

/** Part of each class name and keyframe name of an app's style sheets. The gate `style-scope` recognizes them by it. */
export const getStyleScope = ({ name }: Pick<AppIdentity, 'name'>): string => `_${name}_`;

/**
 * Creates the function that names a class or keyframes: `_mf-catalog_VAD83`. The end is a hash of the style sheet and of the app's
 * version, because two versions of one remote can meet in a page, and the number of the name in its sheet. Both builds of an app
 * compute the same names, so that the browser adopts the HTML of the server. Development builds keep the written name.
 */
function createNames(app: AppIdentity): (sheet: string, local: string) => string {
  const numbers = new Map<string, Map<string, number>>();
  return (sheet, local) => {
    const relative = path.relative(app.root, sheet).split(path.sep).join('/');
    const hash = createHash('sha256').update(`${app.global} ${relative}`).digest('base64url').slice(0, 4);
    if (app.isDevelopment) return `${path.basename(sheet, '.module.css')}_${local}${getStyleScope(app)}${hash}`;
    const ofSheet = numbers.get(relative) ?? new Map<string, number>();
    numbers.set(relative, ofSheet);
    const number = ofSheet.get(local) ?? ofSheet.size;
    ofSheet.set(local, number);
    return `${getStyleScope(app)}${hash}${number.toString(36)}`;
  };
}

/**
 * Rules for style sheets: `*.module.css` has classes of its own (CSS Modules), any other `*.css` applies to the whole page.
 * The browser build extracts them into one file for each chunk. The Node build contains the class names only.
 *
 * @see docs/decisions/0031: CSS Modules
 */
export function styleRules(app: AppIdentity, isBrowser: boolean): RuleSetRule[] {
  const nameLocally = createNames(app);
  const modules = {
    auto: /\.module\.css$/,
    getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, local: string) =>
      nameLocally(resourcePath, local),
    exportLocalsConvention: 'as-is',
    namedExport: true,
    exportOnlyLocals: !isBrowser,
  };
  const cssLoader = { loader: fileURLToPath(import.meta.resolve('css-loader')), options: { modules } };
  return [
    {
      test: /\.css$/,
      type: 'javascript/auto',
      use: isBrowser ? [rspack.CssExtractRspackPlugin.loader, cssLoader] : [cssLoader],
    },
  ];
}

/** Writes the style sheets of a browser build. The page loads the sheet of a chunk before it runs the chunk. */
export function extractedStyles(): RspackPluginInstance[] {
  return [
    new rspack.CssExtractRspackPlugin({
      filename: '[name].css',
      chunkFilename: '[name].css',
      // CSS Modules do not depend on their order: @shop/ui is in a layer of its own below the screens.
      ignoreOrder: true,
    }),
  ];
}
