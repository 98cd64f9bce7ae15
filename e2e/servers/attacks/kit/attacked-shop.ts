import { createEchoShell } from '@shop/gateway/testing/test-gateway';
import { publish } from '@shop/releases/release/publish';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';

/**
 * A shop in a release store whose objects a test can change: the shell "live" and mf-a 1.0.0 are live, and the shells "old" and
 * "next" are published. Change 1 made "old" live, change 2 "live".
 */
export async function createAttackedShop() {
  const objects = new Map<string, Uint8Array>();
  const environment = createTestEnvironment(createMemoryStore(objects));
  const publishApp = (app: string, version: string, content: string, server?: string) =>
    publish(environment.store, {
      appRoot: writeFakeBuild({
        app,
        version,
        content,
        paths: app === 'shell' ? {} : { home: '/a' },
        slots: app === 'shell' ? {} : { 'product.below': { order: 100 } },
        ...(server ? { server } : {}),
      }),
      commit: '',
    });
  const publishShell = (name: string, version: string) => publishApp('shell', version, name, createEchoShell(name));
  const old = await publishShell('old', '1.0.0');
  const live = await publishShell('live', '2.0.0');
  const next = await publishShell('next', '3.0.0');
  const remote = await publishApp('mf-a', '1.0.0', 'one');
  await promoteFake(environment, [old, remote]);
  /** The release store after change 1, for replays. */
  const afterFirstChange = new Map(objects);
  await promoteFake(environment, [live]);
  return { environment, objects, afterFirstChange, releases: { old, live, next, remote } };
}

export type AttackedShop = Awaited<ReturnType<typeof createAttackedShop>>;
