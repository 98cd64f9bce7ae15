import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { options } from './federation.mjs';

export default {
  mode: 'production',
  devtool: 'hidden-source-map',
  entry: {},
  output: { publicPath: 'auto' },
  module: { rules: [{ test: /\.css$/, type: 'css' }] },
  plugins: [new ModuleFederationPlugin(options)],
};
