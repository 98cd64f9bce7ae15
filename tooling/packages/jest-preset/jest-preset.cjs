/** Jest settings of a remote: screens run in jsdom, with the fakes of @shop/testing. */
const esModules = ['@shop', 'valibot', 'typebox'];

module.exports = {
  testEnvironment: require.resolve('jest-fixed-jsdom'),
  transform: {
    '\\.m?[jt]sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  moduleNameMapper: {
    '\\.(woff2|svg|avif|webp|jpg|png)$': '@shop/testing/asset-stub',
    '\\.css$': '@shop/testing/style-sheet-stub',
  },
  setupFilesAfterEnv: ['@shop/testing/jest-setup'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/'],
  testTimeout: 60_000,
};
