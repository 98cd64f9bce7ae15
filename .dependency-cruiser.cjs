/**
 * The dependency rules of ARCHITECTURE.md. `npm test` runs them; a broken rule names itself and the import.
 */
const apps = '^(shell|mf-[^/]+)/';
const servers = 'platform/(?:gateway|releases|release-cli|release-console)|store-api';
/** What runs on developers' machines only. */
const development = 'tooling|platform/deploy';
const remoteInternals = ['@reduxjs/toolkit', 'react-redux', '@mui/', '@emotion/', 'react-router', 'formik', 'yup'];

/** Packages in `shared/`, lower layers first. A package may import lower layers only. */
const layers = [
  ['api-contract', 'money', 'server-settings', 'file-lock', 'mail', 'rate-limit'],
  [
    'api-client',
    'database',
    'ui',
    'remote-contract',
    'language',
    'slots',
    'router',
    'settings',
    'notifications',
    'server-runtime',
    'store-info',
    'product-search',
  ],
  ['session', 'cart', 'forms'],
  ['store'],
  ['testing', 'harness'],
];
/** Folders of the shell, lower ones first. */
const shellFolders = [
  'base',
  'offline',
  'telemetry',
  'remotes',
  'slots',
  'navigation',
  'layout',
  'session',
  'app',
  'document',
  'browser',
  'server',
];
/** Folders of `platform/releases/src`, lower ones first. A folder imports lower ones only. */
const releaseFolders = [
  ...['store', 'signing', 'release', 'state', 'signed-links', 'history', 'policy', 'signer', 'gates', 'smoke-test'],
  ...['actions', 'canary-analysis', 'error-reports', 'incident', 'webhooks'],
];

/** Folders of the gateway, lower ones first. A folder may import lower folders only. */
const gatewayFolders = [
  ...['http', 'release-files', 'data', 'rendering', 'composition', 'discovery', 'previews', 'canary', 'page-cache'],
  ...['operation', 'overload', 'telemetry', 'documents', 'error-reports', 'policy-reports'],
];

/**
 * Creates a rule for each group of folders: it never imports a later one. Tests may.
 *
 * @param groups Names of folders, lower ones first.
 */
const layered = (name, parent, groups, isTest = '\\.test\\.tsx?$') =>
  groups.slice(0, -1).map((folders, level) => ({
    name: `${name}-${[folders].flat()[0]}-imports-lower-folders`,
    comment: `In ${parent}, a lower folder never imports an upper one.`,
    severity: 'error',
    from: { path: `^${parent}/(${[folders].flat().join('|')})/`, pathNot: isTest },
    to: {
      path: `^${parent}/(${groups
        .slice(level + 1)
        .flat()
        .join('|')})(/|\\.ts$)`,
    },
  }));

module.exports = {
  forbidden: [
    ...layered(
      'gateway',
      'platform/gateway/src',
      [...gatewayFolders, ['app', 'open-gateway', 'server']],
      '\\.test\\.ts$|/testing/',
    ),
    ...layered('shared', 'shared', layers),
    // The chunk that loads after the start emits the files that documents link to.
    ...layered('shell', 'shell/src', shellFolders, '\\.test\\.tsx?$|/after-start-code\\.ts$'),
    ...layered('releases', 'platform/releases/src', releaseFolders),
    {
      name: 'apps-import-shared-only',
      comment:
        'Shell and remotes import shared/* and packages only: the shell reaches a remote at run time, through a URL.',
      severity: 'error',
      from: { path: `${apps}` },
      to: { path: `^(shell|mf-[^/]+|${servers}|e2e|${development})/`, pathNot: '^$1/' },
    },
    {
      name: 'remotes-take-the-shared-copy',
      comment:
        'These live once per page, in the shell. Import @shop/ui/core, @shop/forms/form, @shop/router/router, @shop/cart/use-cart and the like.',
      severity: 'error',
      from: { path: '^mf-[^/]+/src' },
      to: { path: `^node_modules/(${remoteInternals.join('|')})` },
    },
    {
      name: 'shared-never-imports-apps',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: `^(shell|mf-[^/]+|${servers}|e2e|${development})/` },
    },
    {
      name: 'federation-is-build-time',
      comment: 'shared/federation builds apps; no run-time code imports it.',
      severity: 'error',
      from: {
        pathNot: '^shared/federation/|rspack\\.config\\.ts$|^tooling/|^platform/release-cli/src/build/|\\.test\\.ts$',
      },
      to: { path: '^shared/federation/src' },
    },
    {
      name: 'servers-stay-small',
      comment:
        'Servers and the command line import the contracts, money, the format of messages, the address of the API and the server-side packages of shared/ at most. `shop dev` knows the settings of a page.',
      severity: 'error',
      from: {
        path: `^(${servers})/`,
        pathNot:
          '^platform/release-console/page/|^platform/release-cli/src/(build|development)/|/testing/|\\.test\\.ts$|^platform/gateway/src/testing/',
      },
      to: {
        path: '^(shell|mf-|shared/(?!language/src/format-message|settings/src/api-base|(api-contract|remote-contract|money|server-settings|server-runtime|database|file-lock|mail|rate-limit|product-search)/))',
      },
    },
    {
      name: 'console-wears-the-shops-colours',
      comment: "The console's page takes the shop's colours and fonts, and nothing else of the shop.",
      severity: 'error',
      from: { path: '^platform/release-console/page/' },
      to: { path: '^(shell|mf-|shared/(?!ui/src/theme/tokens|testing/))' },
    },
    {
      name: 'store-api-and-releases-stand-alone',
      severity: 'error',
      from: { path: '^(store-api|platform/releases)/' },
      to: { path: `^(${servers})/`, pathNot: '^$1/' },
    },
    {
      name: 'only-the-signer-has-the-key',
      comment: 'Actions, command line and console ask a signer in another process: they never load the private key.',
      severity: 'error',
      from: { pathNot: '^platform/releases/src/signer/signer-process|\\.test\\.ts$|/testing/' },
      to: { path: '^platform/releases/src/signer/create-signer' },
    },
    {
      name: 'e2e-imports-no-source',
      comment: 'End-to-end tests see what a shopper sees. They report counts of the suites, and use tools for tests.',
      severity: 'error',
      from: { path: '^e2e/(?!servers/)' },
      to: { path: `^(shell|mf-|shared|${servers}|${development})`, pathNot: '^shared/testing/' },
    },
    {
      name: 'features-are-no-siblings',
      comment: 'A feature never imports a sibling feature. What two need gets a folder with a name of its own.',
      severity: 'error',
      from: { path: '^mf-[^/]+/src/features/([^/]+)/' },
      to: { path: '^mf-[^/]+/src/features/', pathNot: '^mf-[^/]+/src/features/$1/' },
    },
    {
      name: 'only-hooks-talk-to-endpoints',
      comment: 'Routes → route → screen → use-* → endpoints. Components take props.',
      severity: 'error',
      from: {
        path: '^(mf-[^/]+|shell)/src/',
        pathNot: '(/use-[^/]+\\.tsx?|\\.endpoints\\.ts|\\.(route|slot)\\.tsx|\\.test\\.tsx?)$',
      },
      to: { path: '\\.endpoints\\.ts$' },
    },
    {
      name: 'shared-singletons-by-name',
      comment:
        'A shared module imported by a relative path would be bundled a second time: import it by its package name.',
      severity: 'error',
      from: { path: '^shared/ui/src/(?!core|theme/)' },
      to: { path: '^shared/ui/src/core\\.tsx$', dependencyTypes: ['local'] },
    },
    {
      name: 'nothing-imports-development',
      comment: 'Nothing imports tooling or deploy: they are entries.',
      severity: 'error',
      from: { pathNot: `^(${development}|e2e/servers)/` },
      to: { path: `^(${development})/` },
    },
    {
      name: 'packages-by-name',
      comment: 'An import that leaves its package names the package: @shop/money/money, not ../../money/src/money.',
      severity: 'error',
      from: { path: '^((?:shared|platform)/[^/]+|[^/]+)/' },
      // What runs before any package is installed has no names.
      to: {
        path: '^[^/]+/',
        pathNot: '^$1/|node_modules|^tooling/ensure-installed\\.mjs$',
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'no-drawers',
      comment: 'No folder or file is called utils, helpers, common, lib or misc.',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|helpers?|common|lib|misc)(/|\\.tsx?$)', pathNot: 'node_modules' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@shop/release-base$' },
    },
    {
      name: 'tests-stay-in-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/testing/|^tooling/benchmarks/|^e2e/|^jest\\.config' },
      to: { path: '\\.test\\.tsx?$|^shared/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: 'specify',
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
