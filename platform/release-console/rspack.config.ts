import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';

/** The console's page: one bundle for current browsers; `server/build-page.ts` builds it when it changed. */
const configuration: Configuration = {
  name: 'release console',
  mode: 'production',
  context: import.meta.dirname,
  target: ['web', 'es2022'],
  devtool: false,
  entry: { console: './page/main.tsx' },
  resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        type: 'javascript/auto',
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
        },
      },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  output: {
    path: path.join(import.meta.dirname, 'dist'),
    clean: true,
    publicPath: '/',
    crossOriginLoading: 'anonymous',
    filename: 'files/[name].[contenthash:8].js',
    chunkFilename: 'files/[name].[contenthash:8].js',
    assetModuleFilename: 'files/[name].[contenthash:8][ext]',
    // The one way in which the page adds scripts; its security policy names it.
    trustedTypes: { policyName: 'console' },
  },
  optimization: { minimizer: [new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false })] },
  plugins: [
    new rspack.HtmlRspackPlugin({ template: './page/index.html' }),
    // The document has the hash of its script.
    new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
  ],
  performance: false,
  stats: 'errors-warnings',
  infrastructureLogging: { level: 'error' },
};

export default configuration;
