import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { options } from './federation.mjs';

export default {
  mode: 'production',
  devtool: 'hidden-source-map',
  entry: {},
  output: { publicPath: 'auto' },
  experiments: { css: true },
  plugins: [new ModuleFederationPlugin(options)],
};
