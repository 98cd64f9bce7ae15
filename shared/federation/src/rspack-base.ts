import path from 'node:path';
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import type { AppIdentity } from './app-identity';
import { BundledPackagesPlugin } from './plugins/bundled-packages';
import { SortedChunkHashesPlugin } from './sorted-chunk-hashes';
import { extractedStyles, styleRules } from './style-sheets';

/** Language level of the browser builds. Browsers that support CSS `:has` support it. */
const browserTarget = 'es2022';

/** Browsers that support `@layer`, nesting is compiled for the older of them. */
const styleTargets = ['chrome >= 105', 'firefox >= 121', 'safari >= 16.4'];

/** An import that does not exist fails the build. That includes the name of a class that a style sheet does not define. */
const strictImports = { javascript: { exportsPresence: 'error' } } as const;

/** React's development build knows the hooks of hot reload and of its own JSX runtime. Its production build has neither. */
const hasReactForDevelopment = ({ isDevelopment, runsInLiveShop }: AppIdentity) => isDevelopment && !runsInLiveShop;

function sourceRule(app: AppIdentity, isBrowser: boolean) {
  return {
    test: /\.[cm]?tsx?$/,
    type: 'javascript/auto',
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: {
          react: {
            runtime: 'automatic',
            development: hasReactForDevelopment(app) && isBrowser,
            refresh: hasReactForDevelopment(app) && isBrowser,
          },
        },
        target: browserTarget,
      },
    },
  };
}

/**
 * Sources whose functions become inline scripts of documents, with their text in the Node build. Each document contains that text, so
 * it is minified.
 */
const inlineSource = /\/(shell\/src\/document\/(page-loader|early-cart|entry-recovery)|cart\/src\/cart-line)\.ts$/;

function inlineSourceRule(app: AppIdentity) {
  const { options, ...rule } = sourceRule(app, false);
  const minify = { compress: { passes: 3 }, mangle: true, format: { comments: false } };
  return { ...rule, test: inlineSource, options: { minify: true, jsc: { ...options.jsc, minify } } };
}

/**
 * Pictures and fonts have the same name in both builds, so that server-rendered HTML links to the files of the browser build. The
 * address of a release contains its hash, so the names need none.
 */
const assetRule = (isBrowser: boolean) => ({
  test: /\.(woff2|svg|avif|webp|jpg|png)$/,
  type: 'asset/resource',
  generator: { filename: 'assets/[name][ext]', emit: isBrowser },
});

/**
 * Copies the pictures in `encoded/` folders to the imported ones, for code that makes up their addresses: the table of fifty
 * imports takes 1 KB of a page.
 */
export const copyPictures = (root: string) =>
  new rspack.CopyRspackPlugin({
    patterns: [
      {
        context: path.join(root, 'src'),
        from: '**/encoded/*.{avif,jpg}',
        to: 'assets/[name][ext]',
        noErrorOnMissing: true,
      },
    ],
  });

/** Random keys of icons take 0.3 KB (brotli) of the shell and 0.2 KB of a screen. */
const iconRule = {
  test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
  loader: path.join(import.meta.dirname, 'plugins/drop-icon-keys.cjs'),
};

/** A text in HTML is imported as a string. */
const textRule = { test: /\.html$/, type: 'asset/source' };

/**
 * Numbers modules and chunks in the order in which the build finds them. The ids are the shortest ones, and do not depend on the
 * folder of the sources. They may change with each release: no release shares files with another one.
 *
 * @see docs/decisions/0028
 */
const shortIds = { moduleIds: 'natural', chunkIds: 'natural' } as const;

/** Ids that stay when a module is added: hot reload needs them. */
const stableIds = { moduleIds: 'deterministic', chunkIds: 'deterministic' } as const;

/** Takes the shapes of the icons from lucide, and creates their components with less code. */
const smallIcons = () => {
  const createIcon = path.join(import.meta.dirname, `runtime/create-icon${path.extname(import.meta.filename)}`);
  return new rspack.NormalModuleReplacementPlugin(/^\.\.\/createLucideIcon\.mjs$/, createIcon);
};

/** Base configuration of the browser builds of shell and remotes. */
export function browserBase(app: AppIdentity): Configuration {
  return {
    name: `${app.name} (browser)`,
    mode: app.isDevelopment ? 'development' : 'production',
    context: app.root,
    target: ['web', browserTarget],
    devtool: app.isDevelopment ? 'cheap-module-source-map' : 'hidden-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [sourceRule(app, true), assetRule(true), iconRule, textRule, ...styleRules(app, true)],
      parser: strictImports,
    },
    output: {
      path: path.join(app.root, 'dist/browser'),
      // A page takes every hot update since its build. After two quick changes, a clean folder would lack the first one.
      clean: !app.isDevelopment,
      uniqueName: app.global,
      publicPath: 'auto',
      filename: '[name].js',
      chunkFilename: '[name].js',
      crossOriginLoading: 'anonymous',
    },
    optimization: {
      ...(app.isDevelopment ? stableIds : shortIds),
      // The JSX runtime in the build must be of the same kind as the React of the page.
      ...(app.runsInLiveShop && { nodeEnv: 'production' }),
      mangleExports: 'size',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { compress: { passes: 3 }, mangle: true },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: styleTargets } }),
      ],
    },
    plugins: [
      ...extractedStyles(),
      smallIcons(),
      copyPictures(app.root),
      ...(hasReactForDevelopment(app) ? [new ReactRefreshRspackPlugin()] : []),
      ...(app.isDevelopment ? [] : [new BundledPackagesPlugin()]),
    ],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** Base configuration of the Node builds: one CommonJS file whose import touches neither window nor document. */
export function nodeBase(app: AppIdentity): Configuration {
  return {
    name: `${app.name} (Node)`,
    mode: app.isDevelopment ? 'development' : 'production',
    context: app.root,
    target: 'node20',
    devtool: app.isDevelopment ? false : 'hidden-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      rules: [
        { oneOf: [...(app.isDevelopment ? [] : [inlineSourceRule(app)]), sourceRule(app, false)] },
        ...[assetRule(false), iconRule, textRule, ...styleRules(app, false)],
      ],
      parser: strictImports,
    },
    output: {
      path: path.join(app.root, 'dist/node'),
      clean: true,
      uniqueName: app.global,
      filename: 'server.cjs',
      library: { type: 'commonjs2' },
    },
    // React's development build changes `Error.stackTraceLimit`, which is frozen in a renderer.
    optimization: { ...stableIds, nodeEnv: 'production', minimize: false, splitChunks: false },
    plugins: [smallIcons(), new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }), new BundledPackagesPlugin()],
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** What every supported browser has, and what only servers have. */
const typesInPages = {
  object: ['window', 'window.document', 'document', 'navigator', 'performance'],
  function: [
    ...['window.document.createElement', 'performance.now', 'Object.is', 'Symbol', 'Promise', 'WeakMap', 'WeakRef'],
    ...['setTimeout', 'clearTimeout', 'queueMicrotask', 'requestAnimationFrame', 'MessageChannel'],
    ...['fetch', 'AbortController', 'DOMException', 'reportError'],
  ],
  undefined: ['process', 'setImmediate'],
};

/**
 * Removes the code for servers and for older browsers from the builds of pages: `typeof window === 'undefined'` is false in them. A
 * service worker has no window, so its build does not have this plugin.
 */
export const withoutServerCode = () =>
  new rspack.DefinePlugin(
    Object.fromEntries(
      Object.entries(typesInPages).flatMap(([type, names]) => names.map((name) => [`typeof ${name}`, `"${type}"`])),
    ),
  );

/** Plugins that embed the hashes of the chunks in the entry. The browser then rejects a chunk with other bytes. */
export function chunkIntegrity(app: AppIdentity): RspackPluginInstance[] {
  if (app.isDevelopment) return [];
  return [
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false }),
    new SortedChunkHashesPlugin(),
  ];
}
