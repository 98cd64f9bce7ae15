import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';

/** Writes the build of an app and publishes it. */
export const publishFake = (store: ReleaseStore, build: Parameters<typeof writeFakeBuild>[0]): Promise<Release> =>
  publish(store, { appRoot: writeFakeBuild(build), commit: '' });
