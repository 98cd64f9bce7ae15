import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { identifyApp } from '@shop/federation/app-identity';
import { remoteForBrowser } from '@shop/federation/define-remote';
import { shellForBrowser } from '@shop/federation/define-shell';
import { listSharedModules } from '@shop/federation/shared-modules';

const root = path.resolve(import.meta.dirname, '../../..');
/** Apps to build, and the folder for their builds. */
const { APPS = '', BUILDS_FOLDER = '' } = process.env;

/** The browser build of each app with each federation runtime. */
export default APPS.split(',').flatMap((name) =>
  (['full', 'thin'] as const).map((runtime): Configuration => {
    const app = identifyApp(path.join(root, name));
    const federation = { runtime, shared: listSharedModules() };
    const build = name === 'shell' ? shellForBrowser(app, federation) : remoteForBrowser(app, federation);
    return { ...build, devtool: false, output: { ...build.output, path: path.join(BUILDS_FOLDER, runtime, name) } };
  }),
);
