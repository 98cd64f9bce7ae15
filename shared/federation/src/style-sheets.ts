import { createHash } from 'node:crypto';
import path from 'node:path';
import { type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core';
import type { AppIdentity } from './app-identity';

/** Part of each class name and keyframe name of an app's style sheets. The gate `style-scope` recognizes them by it. */
export const getStyleScope = ({ name }: Pick<AppIdentity, 'name'>): string => `_${name}_`;

/**
 * Names a class or keyframes: `row_mf-catalog_VAD8N`. The end is a hash of the style sheet and of the app's version, because two
 * versions of one remote can meet in a page. Both builds of an app compute the same names, so that the browser adopts the HTML of
 * the server. All names of a sheet have the same end: they compress better than names with a hash each.
 */
function nameLocally(app: AppIdentity, sheet: string, local: string): string {
  const relative = path.relative(app.root, sheet).split(path.sep).join('/');
  const hash = createHash('sha256').update(`${app.global} ${relative}`).digest('base64url').slice(0, 5);
  const prefix = app.isDevelopment ? `${path.basename(sheet, '.module.css')}_` : '';
  return `${prefix}${local}${getStyleScope(app)}${hash}`;
}

/**
 * Rules for style sheets: `*.module.css` has classes of its own (CSS Modules), any other `*.css` applies to the whole page.
 * The browser build extracts them into one file for each chunk. The Node build contains the class names only.
 *
 * @see docs/decisions/0031: CSS Modules
 */
export function styleRules(app: AppIdentity, isBrowser: boolean): RuleSetRule[] {
  const modules = {
    auto: /\.module\.css$/,
    getLocalIdent: ({ resourcePath }: { resourcePath: string }, _template: string, local: string) =>
      nameLocally(app, resourcePath, local),
    exportLocalsConvention: 'as-is',
    namedExport: true,
    exportOnlyLocals: !isBrowser,
  };
  const cssLoader = { loader: import.meta.resolve('css-loader').replace('file://', ''), options: { modules } };
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
