/** Tests stand beside the code. Screens run in jsdom; servers, the release store and build code run in Node. */
const esmOnly = ['msw', '@mswjs', 'rettime', 'until-async', 'outvariant', '@open-draft', 'valibot', 'typebox'];

const transform = {
  '\\.m?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2022',
      },
    },
  ],
};

const base = {
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleNameMapper: { '\\.(woff2|svg|avif|webp|jpg|png)$': '@shop/testing/asset-stub' },
  modulePathIgnorePatterns: ['/dist/', '/.cache/', '/.data/'],
};

export default {
  testTimeout: 60_000,
  // Left alone, Jest leaves one core idle: half the speed on a machine with two.
  maxWorkers: '100%',
  projects: [
    {
      ...base,
      displayName: 'screens',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: [
        '<rootDir>/{shell,mf-*}/**/*.test.{ts,tsx}',
        '<rootDir>/shared/!(federation)/**/*.test.{ts,tsx}',
        '<rootDir>/releases/console/src/page/**/*.test.tsx',
      ],
      testPathIgnorePatterns: ['\\.node\\.test\\.tsx?$'],
      setupFilesAfterEnv: ['@shop/testing/jest-setup'],
    },
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{gateway,releases,store-api,scripts,tooling,deploy}/**/!(*.builds).test.ts',
        '<rootDir>/shared/federation/**/*.test.ts',
        // What the shell and remotes do on a server, where there is no window.
        '<rootDir>/{shell,mf-*,shared}/**/*.node.test.{ts,tsx}',
      ],
    },
    {
      ...base,
      displayName: 'builds',
      testEnvironment: 'node',
      // What was built: `npm test` builds before it runs these.
      testMatch: ['<rootDir>/scripts/**/*.builds.test.ts'],
    },
  ],
};
