import { type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core';
import type { AppIdentity } from './app-identity';

/**
 * Class names contain the app and its version, because two versions of one remote can meet in a page. Both builds of an app
 * compute the same names, so that the browser adopts the HTML of the server.
 */
const classNames = (app: AppIdentity) => ({
  localIdentName: app.isDevelopment ? '[name]_[local]_[hash:base64:5]' : '[local]_[hash:base64:5]',
  localIdentHashSalt: app.global,
  localIdentContext: app.root,
  exportLocalsConvention: 'as-is',
  namedExport: true,
});

/**
 * Rules for style sheets: `*.module.css` has classes of its own (CSS Modules), any other `*.css` applies to the whole page.
 * The browser build extracts them into one file for each chunk. The Node build contains the class names only.
 *
 * @see docs/decisions/0031: CSS Modules
 */
export function styleRules(app: AppIdentity, isBrowser: boolean): RuleSetRule[] {
  const modules = { auto: /\.module\.css$/, ...classNames(app), exportOnlyLocals: !isBrowser };
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
