import { createRequire } from 'node:module';
import path from 'node:path';
import type { Configuration } from '@rspack/core';
import type { AppIdentity } from '../app-identity';

/**
 * Functions of React that no page needs: the animations of `<ViewTransition>`, whose children appear without them; `SuspenseList`,
 * which React does not export; and the stack of components that React gives to error boundaries. Measured on this stack, brotli:
 * the shell shrinks by 3.9 KB.
 */
const unusedReactFunctions = { functions: 'ViewTransition|SuspenseList|cutOffTail|getStackByFiber', count: 30 };

/**
 * Builds the parts of React and React Router that a shell uses, and no more. The package of React Router names its development
 * build alone, whose warnings and invariants are in the code of every page, and each component sets its display name, which keeps
 * unused ones in the build. Measured on this stack, brotli: the shell shrinks by 4 KB.
 */
export function withSmallLibraries(configuration: Configuration, { isDevelopment }: AppIdentity): Configuration {
  if (isDevelopment) return configuration;
  const { resolve } = createRequire(path.resolve(import.meta.dirname, '../../../router/package.json'));
  const router = path.join(path.dirname(resolve('react-router/package.json')), 'dist/production');
  const rules = [
    { include: router, loader: path.join(import.meta.dirname, 'mark-pure.cjs') },
    {
      test: /react-dom-client\.production\.js$/,
      loader: path.join(import.meta.dirname, 'drop-functions.cjs'),
      options: unusedReactFunctions,
    },
  ];
  const { alias } = configuration.resolve ?? {};
  return {
    ...configuration,
    resolve: { ...configuration.resolve, alias: { ...(alias || {}), 'react-router$': path.join(router, 'index.mjs') } },
    module: { ...configuration.module, rules: [...(configuration.module?.rules ?? []), ...rules] },
  };
}
