import { userInfo } from 'node:os';
import { runReleaseCli } from '@shop/releases/cli/release-cli';
import { listApps } from './apps';
import { buildForRelease } from './build-apps';
import { openReleaseEnvironment } from './release-environment';

/** `npm run release -- promote mf-catalog@1.2.0`: which version of which app is live, and for whom. */
const { output, exitCode, isError } = await runReleaseCli(process.argv.slice(2), {
  openEnvironment: openReleaseEnvironment,
  build: buildForRelease,
  apps: listApps,
  user: process.env.RELEASE_USER || userInfo().username,
});
(isError ? console.error : console.log)(output);
process.exitCode = exitCode;
