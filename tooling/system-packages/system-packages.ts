import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from '@shop/releases/smoke-test/find-chromium';
import { hasChromium } from '../browsers/chromium';
import { findFirefox, findWebKitDriver } from '../browsers/find-other-browsers';

/** A program of the operating system that some tests need. */
export interface SystemPackage {
  name: string;
  /** The tests and commands that need it. */
  purpose: string;
  /** Debian packages that contain it, in order of preference. All packages of one choice are installed together. */
  debian: readonly (readonly string[])[];
  isInstalled: () => boolean;
  /** False when a better choice than the installed one is worth installing. Left out, what is installed is enough. */
  isPreferredInstalled?: () => boolean;
}

const postgresFolder = '/usr/lib/postgresql';

const isPostgresInstalled = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(path.join(postgresFolder, version, 'bin/postgres')));

const areInstalled = (files: readonly string[]) => files.every((file) => existsSync(file));

/**
 * Everything that `npm test` uses and npm does not install. The tests look for the same files and are skipped where they
 * are missing.
 */
export const systemPackages: readonly SystemPackage[] = [
  {
    name: 'Chromium',
    purpose: 'browser journeys, smoke tests of releases, screenshots',
    // The headless shell is the browser that Playwright starts by default, and uses a third less CPU time.
    debian: [['chromium-headless-shell'], ['chromium']],
    isInstalled: hasChromium,
    isPreferredInstalled: () => Boolean(process.env.CHROMIUM_PATH || findOnPath('chromium-headless-shell')),
  },
  {
    name: 'Firefox',
    purpose: 'the purchase in Firefox',
    debian: [['firefox-esr'], ['firefox']],
    isInstalled: () => Boolean(findFirefox()),
  },
  {
    name: 'WebKit',
    purpose: 'the purchase in WebKit, on the virtual display of Xvfb',
    debian: [['webkit2gtk-driver', 'xvfb', 'xauth']],
    isInstalled: () => Boolean(findWebKitDriver()),
  },
  {
    name: 'PostgreSQL',
    purpose: 'the store API on PostgreSQL; without it, on PGlite only',
    debian: [['postgresql']],
    isInstalled: isPostgresInstalled,
  },
  {
    name: 'nginx',
    purpose: 'the web server in front of several gateways',
    debian: [['nginx-light']],
    isInstalled: () => areInstalled(['/usr/sbin/nginx']),
  },
  {
    name: 'Ceph object gateway',
    purpose: 'the release store on an S3 object store; without it, on the file system only',
    debian: [['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common']],
    isInstalled: () =>
      areInstalled(
        ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'].map((name) => `/usr/bin/${name}`),
      ),
  },
];
