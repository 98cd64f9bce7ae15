import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findFirefox, findWebKitDriver, hasChromium } from '../browsers/find-browsers';

/** A program of the operating system that some tests need. */
interface SystemPackage {
  name: string;
  /** The tests and commands that need it. */
  purpose: string;
  /** Debian packages that contain it, in order of preference. All packages of one choice are installed together. */
  debian: readonly (readonly string[])[];
  isInstalled: () => boolean;
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
const systemPackages: readonly SystemPackage[] = [
  {
    name: 'Chromium',
    purpose: 'browser journeys, smoke tests of releases, screenshots',
    // The headless shell is the browser that Playwright starts by default, and uses a third less CPU time.
    debian: [['chromium-headless-shell'], ['chromium']],
    isInstalled: hasChromium,
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

/** Lists the packages that are not installed. */
export const listMissing = (): readonly SystemPackage[] => systemPackages.filter(({ isInstalled }) => !isInstalled());
