import type { Release } from '@shop/releases/release/release';
import { readPreview } from '@shop/releases/signed-links/preview';
import type { Environment } from '@shop/releases/state/environment';
import { stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSecure, readCookies } from '../canary/canary-assignment';
import { type LiveComposition, loadComposition } from '../composition/composition-watcher';
import { forgetOldest } from '../http/forget-oldest';
import { sendPlainText } from '../http/send-plain-text';
import { withTimeout } from '../http/with-timeout';
import type { ReleaseManifests } from '../release-files/release-manifests';
import { createSignedLinkCache } from './signed-link-cache';

const previewCookie = 'preview';
/** Compositions of previews kept loaded; the oldest goes first. */
const keptCompositions = 8;
/** Milliseconds a request waits for one. */
const timeoutMs = 2000;

/** A composition that somebody polls at before it is live. */
export interface ShownPreview {
  composition: LiveComposition;
  expiresAt: string;
}

export interface Previews {
  /** The preview that a request's cookie names; nothing without one, or when it has expired. */
  find: (request: FastifyRequest) => Promise<ShownPreview | null>;
  /** Adds the addresses that start and end a preview. */
  serve: (app: FastifyInstance) => void;
}

/**
 * Shows previews of an environment: compositions made only of published releases, by a signed link that expires.
 *
 * @param onError Told when a preview cannot be shown; its visitor gets the live shop.
 * @param releases Told what previews are made of.
 */
export function createPreviews(
  environment: Environment,
  onError: (error: unknown) => void,
  releases?: ReleaseManifests,
): Previews {
  const loaded = new Map<string, Promise<LiveComposition>>();

  const load = (id: string, read: () => Promise<LiveComposition>) => {
    const composition = loaded.get(id) ?? read();
    loaded.set(id, composition);
    // One that could not be loaded is tried again by the next request.
    composition.catch(() => loaded.delete(id));
    forgetOldest(loaded, keptCompositions);
    return composition;
  };

  const { store, name, trusted } = environment;
  const findPreview = createSignedLinkCache({ read: (id) => readPreview(store, name, id, trusted), onError });

  /** A preview that cannot be shown must not cost anybody the shop. */
  const tryToShow = async (id: string): Promise<ShownPreview | null> => {
    const preview = await findPreview(id);
    if (!preview) return null;
    const { shell, remotes, env, expiresAt } = preview;
    const set = { schema: 1 as const, env, seq: 0, shell, remotes };
    const onReleases = (whole: readonly Release[]) => releases?.know(whole, 'preview');
    try {
      const composition = await withTimeout(
        load(id, () => loadComposition(store, set, { onReleases })),
        timeoutMs,
      );
      return { composition, expiresAt };
    } catch (error) {
      onError(error);
      return null;
    }
  };

  return {
    find: async (request) => {
      const id = readCookies(request)[previewCookie];
      return id ? tryToShow(id) : null;
    },
    serve: (app) => {
      app.get<{ Params: { id: string } }>('/-/preview/:id', async (request, reply) => {
        const { id } = request.params;
        const isEnd = id === 'end';
        const shown = isEnd ? null : await tryToShow(id);
        if (!isEnd && !shown) {
          return sendPlainText(
            reply,
            404,
            'There is no such preview that can be shown, or it has expired: ask for a new link.',
          );
        }
        const seconds = shown ? Math.ceil((Date.parse(shown.expiresAt) - Date.now()) / 1000) : 0;
        const options = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: Math.max(seconds, 0) } as const;
        const value = shown ? id : '';
        return reply
          .header(
            'set-cookie',
            stringifySetCookie({ name: previewCookie, value, ...options, secure: isSecure(request) }),
          )
          .header('cache-control', 'no-store')
          .redirect('/', 303);
      });
    },
  };
}
