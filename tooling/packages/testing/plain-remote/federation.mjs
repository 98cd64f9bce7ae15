/** Options of the official plugin, which are the same for rspack, webpack and Vite. */
export const options = {
  name: 'mf_ratings',
  filename: 'remoteEntry.js',
  exposes: { './routes': './src/routes.js' },
  manifest: true,
  dts: false,
  shared: {
    // It says that it brings a later React than the shell has. The page must have the React of the shell all the same.
    react: { singleton: true, version: '19.9.0', requiredVersion: '^19.3.0' },
    '@shop/api-client/store-api': { singleton: true, import: false, requiredVersion: '^2.8.0' },
  },
};
