/** Tests stand beside the code. Screens run in jsdom; servers, the release store and build code run in Node. */
/** Packages, or beginnings of their names, that Node cannot load with `require`. */
const esmOnly = [
  ...['msw', '@mswjs', 'rettime', 'until-async', 'outvariant', '@open-draft', 'valibot', 'typebox'],
  // The reference of message formatting.
  ...['intl-messageformat', '@formatjs'],
  // The identity provider and its client.
  ...['oidc-provider', 'openid-client', 'oauth4webapi', 'jose'],
  // The sanitiser of policies.
  ...['hast', 'unist-', 'vfile', 'html-void-elements', 'property-information', 'web-namespaces', 'zwitch', 'ccount'],
  ...['comma-separated-tokens', 'space-separated-tokens', 'stringify-entities', 'character-entities-', 'devlop'],
  ...['mdast-util-', 'micromark-', 'trim-lines', 'parse5', 'entities'],
];

const transform = {
  '\\.html$': '<rootDir>/shared/testing/src/text-transform.cjs',
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

/** Screens run in jsdom. */
const screens = {
  testEnvironment: 'jest-fixed-jsdom',
  setupFilesAfterEnv: ['@shop/testing/jest-setup'],
};

const base = {
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')}))`],
  moduleNameMapper: {
    '\\.(woff2|svg|avif|webp|jpg|png)$': '@shop/testing/asset-stub',
    '\\.css$': '@shop/testing/style-sheet-stub',
  },
  modulePathIgnorePatterns: ['/dist/', '/.cache/', '/.data/'],
};

export default {
  testTimeout: 60_000,
  globalSetup: '<rootDir>/tooling/test-run/temporary-folder.cjs',
  // Left alone, Jest leaves one core idle: half the speed on a machine with two.
  maxWorkers: '100%',
  // A worker leaves nothing open, but a process of 400 MB takes more than Jest's half second to end on a slow machine.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...base,
      ...screens,
      displayName: 'screens',
      testMatch: [
        '<rootDir>/{shell,mf-*}/**/*.test.{ts,tsx}',
        '<rootDir>/shared/!(database|federation|file-lock|mail|product-search|rate-limit|server-runtime|server-settings)/**/*.test.{ts,tsx}',
        '<rootDir>/platform/release-console/page/**/*.test.tsx',
      ],
      testPathIgnorePatterns: ['\\.(node|slow)\\.test\\.tsx?$'],
    },
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{platform/{gateway,releases,release-cli,deploy},store-api,tooling}/**/!(*.builds|*.slow|*.deploy).test.ts',
        '<rootDir>/platform/release-console/{server,page}/**/!(*.slow).test.ts',
        '<rootDir>/shared/{database,federation,file-lock,mail,product-search,rate-limit,server-runtime,server-settings}/**/!(*.slow).test.ts',
        // What the shell and remotes do on a server, where there is no window.
        '<rootDir>/{shell,mf-*,shared}/**/*.node.test.{ts,tsx}',
      ],
    },
    {
      ...base,
      displayName: 'builds',
      testEnvironment: 'node',
      // What was built: `npm test` builds before it runs these.
      testMatch: ['<rootDir>/tooling/**/*.builds.test.ts'],
    },
    {
      ...base,
      displayName: 'slow',
      testEnvironment: 'node',
      // Files that take more than three seconds and prove no statement. `npm run test:slow` runs them.
      testMatch: ['<rootDir>/{platform,shared,store-api,tooling}/**/*.slow.test.ts'],
    },
    {
      ...base,
      ...screens,
      displayName: 'slow-screens',
      testMatch: ['<rootDir>/{platform/release-console/page,shell,mf-*,shared}/**/*.slow.test.tsx'],
    },
    {
      ...base,
      displayName: 'deploy',
      testEnvironment: 'node',
      // Real containers. `npm run test:deploy` runs them.
      testMatch: ['<rootDir>/platform/deploy/**/*.deploy.test.ts'],
    },
    {
      ...base,
      displayName: 'security',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/e2e/servers/{api,attacks,conformance}/**/*.test.ts'],
    },
    {
      ...base,
      displayName: 'faults',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/e2e/servers/faults/**/*.test.ts'],
    },
  ],
};
