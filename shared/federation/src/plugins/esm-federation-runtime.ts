import { type Compiler, rspack } from '@rspack/core';

/**
 * Replaces the CommonJS modules of the federation runtime by its ES modules, which can be tree-shaken.
 *
 * The federation plugin finds its runtime with `require.resolve`, which always returns `.cjs`. Measured on this
 * stack, brotli: a remote's entry shrinks from 11.8 to 7.6 KB, the shell by 7 KB.
 */
export class EsmFederationRuntime {
  apply(compiler: Compiler): void {
    new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resource) => {
      resource.request = resource.request.replace(/\.cjs$/, '.js');
    }).apply(compiler);
    compiler.hooks.afterPlugins.tap('EsmFederationRuntime', () => {
      const { alias } = compiler.options.resolve;
      if (!alias) return;
      for (const [name, target] of Object.entries(alias)) {
        if (name.startsWith('@module-federation/') && typeof target === 'string') {
          alias[name] = target.replace(/\.cjs$/, '.js');
        }
      }
    });
  }
}
