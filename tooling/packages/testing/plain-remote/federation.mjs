/** Options of the official plugin, which are the same for rspack, webpack and Vite. */
export const options = {
  name: 'mf_ratings',
  filename: 'remoteEntry.js',
  exposes: { './routes': './src/routes.js' },
  manifest: true,
  dts: false,
  shared: {
    react: { singleton: true },
    '@shop/api-client/store-api': { singleton: true, import: false, requiredVersion: '^2.8.0' },
  },
};
