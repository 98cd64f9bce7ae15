import { isSameRelease, type ReleaseId } from '@shop/releases/release/release';
import { readPreview } from '@shop/releases/signed-links/preview';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import { listAllConnectOrigins } from '@shop/remote-contract/connect';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type LiveComposition, loadComposition } from '../composition/load-composition';
import { readLinkCookie } from '../http/cookies';
import { withTimeout } from '../http/with-timeout';
import type { RendererPools } from '../rendering/renderer-pools';
import { createSignedLinkCache, registerSignedLinkRoute } from './signed-link-cache';

/** Previews whose processes run at the same time. The least recently used preview is stopped first. */
const maxRunningPreviews = 4;
/** Milliseconds that a request waits for a preview's composition. */
const timeoutMs = 2000;
const unknownPreviewMessage = 'There is no such preview, it cannot be shown, or it has expired: ask for a new link.';

const confirmation = {
  title: 'Open this preview?',
  hindiTitle: 'यह प्रीव्यू खोलें?',
  text: 'This link shows releases that are not live. Their code can read your session in this shop. Open it only when a colleague whom you know has sent you the link.',
  hindiText:
    'यह लिंक ऐसी रिलीज़ दिखाता है जो अभी लाइव नहीं हैं। उनका कोड इस दुकान में आपका सेशन पढ़ सकता है। इसे तभी खोलें जब यह लिंक आपको किसी परिचित सहकर्मी ने भेजा हो।',
  button: 'Open the preview',
  hindiButton: 'प्रीव्यू खोलें',
};

/** A composition that a visitor previews before it is live. */
export interface ActivePreview {
  composition: LiveComposition;
  /** ISO date and time. */
  expiresAt: string;
  /** What the preview is for; its releases, where it has no name. */
  name: string;
}

export type Previews = ReturnType<typeof createPreviews>;

export interface PreviewsOptions {
  environment: Environment;
  /** Opens the renderers of previews, apart from those of live compositions. */
  pools: Pick<RendererPools, 'open' | 'remove' | 'close'>;
  /** Lists the compositions that are live or a canary. */
  listServed: () => readonly LiveComposition[];
  /** Receives each error of reading or loading a preview. Its visitor then gets the live shop. */
  onError: (error: unknown) => void;
}

/**
 * Shows previews of an environment. A preview is a composition of published releases behind a signed link that expires. No gate has
 * checked its backends, so the gateway calls those only that a composition which passed the gates declares. The browser calls all.
 */
export function createPreviews({ environment, pools, listServed, onError }: PreviewsOptions) {
  const compositions = new LRUCache<string, Promise<LiveComposition>>({
    max: maxRunningPreviews,
    dispose: (loading) => {
      // A composition that failed to load has no renderer.
      void loading.then(
        ({ renderer }) => pools.remove(renderer),
        () => {},
      );
    },
  });
  const { store, name, trusted } = environment;
  const findLink = createSignedLinkCache({ read: (id) => readPreview(store, name, id, trusted), trusted, onError });

  const mayReadBackend = (origin: string) =>
    listServed().some(({ composition }) => listAllConnectOrigins(composition).includes(origin));

  const loadOnce = (version: string, load: () => Promise<LiveComposition>) => {
    const composition = compositions.get(version) ?? load();
    compositions.set(version, composition);
    // The next request retries a composition that failed to load.
    composition.catch(() => compositions.delete(version));
    return composition;
  };

  const show = async (id: string): Promise<ActivePreview | null> => {
    const preview = await findLink(id);
    if (!preview) return null;
    const { shell, remotes, env, expiresAt } = preview;
    const releases = [shell, ...remotes].map(({ app, version }) => `${app} ${version}`).join(', ');
    const { name = releases } = preview;
    const set = { schema: 1 as const, env, seq: 0, shell, remotes };
    // Its process starts with the first page.
    // A preview with a name may be replaced. Each version of it has its own processes.
    const version = `${id} ${expiresAt}`;
    const openRenderer = async (resolved: ResolvedComposition) =>
      pools.open(store, resolved, { scope: version, mayReadBackend });
    try {
      const loading = loadOnce(version, () => loadComposition(store, set, { openRenderer }));
      return { composition: await withTimeout(loading, timeoutMs), expiresAt, name };
    } catch (error) {
      onError(error);
      return null;
    }
  };

  return {
    /** Finds the preview that a request's cookie names. Null without such a cookie, or when the preview cannot be shown. */
    find: async (request: FastifyRequest) => {
      const id = readLinkCookie(request, 'preview');
      return id ? show(id) : null;
    },
    /**
     * Finds the hash of a release's manifest in the preview that a request's cookie names. Undefined without such a preview, and
     * for a release that the preview does not name. Never rejects.
     */
    findManifestHash: async (request: FastifyRequest, id: ReleaseId) => {
      const previewId = readLinkCookie(request, 'preview');
      const preview = previewId ? await findLink(previewId) : null;
      return preview ? getReleases(preview).find((release) => isSameRelease(release, id))?.sha256 : undefined;
    },
    /**
     * Adds the routes that start and end a preview: `/-/preview/<id>` and `/-/preview/end`. The renderers of previews stop when the
     * app closes.
     */
    registerRoutes: (app: FastifyInstance) => {
      app.addHook('onClose', () => pools.close());
      registerSignedLinkRoute(app, {
        kind: 'preview',
        confirmation,
        open: async (id) => (await show(id)) ?? { status: 404, message: unknownPreviewMessage },
      });
    },
  };
}
