import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { identifyApp } from './app-identity';
import { browserBase } from './rspack-base';

export interface PageOptions {
  /** Folder of the package the page belongs to. */
  root: string;
  /** Kebab-case name of the bundle and of its folder in `dist`. */
  name: string;
  title: string;
  /** Entry module: a file relative to `root`, or a data URL. */
  entry: string;
  /** Port of the development server. */
  port: number;
}

const head = (title: string) =>
  [
    `<meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
  ].join('');

/** Builds a page as one bundle, without shell, gateway and federation. Development only. */
export function definePage({ root, name, title, entry, port }: PageOptions): Configuration {
  const app = identifyApp(root);
  const base = browserBase(app);
  const templateContent = `<!doctype html><html lang="en-IN"><head>${head(title)}</head><body></body></html>`;
  return {
    ...base,
    name: `${app.name} (${name})`,
    entry: { [name]: entry },
    output: { ...base.output, path: path.join(root, 'dist', name), publicPath: '/' },
    plugins: [...(base.plugins ?? []), new rspack.HtmlRspackPlugin({ templateContent })],
    devServer: { host: '127.0.0.1', port, hot: true, historyApiFallback: true },
  };
}
