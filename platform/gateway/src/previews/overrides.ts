import { assertForShop, type Override, OverrideRefusedError, readOverride } from '@shop/releases/signed-links/override';
import type { Environment } from '@shop/releases/state/environment';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { ComposedRemote } from '@shop/remote-contract/composition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { replaceRemote } from '../composition/dev-server-app';
import type { LiveComposition } from '../composition/load-composition';
import type { Banner } from '../http/banner';
import { readCookie } from '../http/cookies';
import { sendPlainText } from '../http/error-responses';
import { findSite } from '../http/site';
import { withTimeout } from '../http/with-timeout';
import { createSignedLinkCache, registerSignedLinkRoute } from './signed-link-cache';

const overrideCookie = 'override';
/** Milliseconds that a request waits for a link. */
const timeoutMs = 2000;

const switchedOffMessage =
  'This shop shows no override links: its gateway does not have OVERRIDE_LINKS=on, which no gateway of production may have.';
const staffOnlyMessage =
  'An override link is for staff: open a staff link in this browser first (npm run release -- staff-link).';
const unreadableMessage = 'Override links cannot be read right now. Please try again in a moment.';

const confirmation = {
  title: 'Open this override?',
  hindiTitle: 'यह ओवरराइड खोलें?',
  text: 'This link replaces a part of the shop in this browser with code from the address above. The code can read your session. Open it only when you have created the link yourself.',
  hindiText:
    'यह लिंक इस ब्राउज़र में दुकान के एक हिस्से की जगह ऊपर दिए पते का कोड चलाता है। वह कोड आपका सेशन पढ़ सकता है। इसे तभी खोलें जब लिंक आपने खुद बनाया हो।',
  button: 'Open the override',
  hindiButton: 'ओवरराइड खोलें',
};

/** An override that a visitor gets. */
export interface ActiveOverride {
  /** The live composition with one remote from a server on the visitor's machine. Browsers render its pages. */
  composition: LiveComposition;
  /** Deployment environment. The composition has the environment `development`, in which pages load an entry without a hash. */
  env: string;
  /** Origin of that server. */
  origin: string;
  banner: Banner;
}

export interface Overrides {
  /** Finds the override of a request: of staff, with the cookie of a valid link for this shop. Else null. */
  find: (request: FastifyRequest, live: LiveComposition) => Promise<ActiveOverride | null>;
  /** Adds the routes that start and end an override: `/-/override/<id>` and `/-/override/end`. */
  registerRoutes: (app: FastifyInstance) => void;
}

export interface OverridesOptions {
  environment: Environment;
  /** Tells whether a request comes from a browser with a staff pass. */
  isStaff: (request: FastifyRequest) => Promise<boolean>;
  /** Origin of the shop as visitors type it. Default: that of the request. */
  publicUrl?: string | undefined;
  onError: (error: unknown) => void;
}

/**
 * Shows the live composition with one remote from the visitor's own machine, to staff with a signed link that expires.
 *
 * @see docs/decisions/0041
 */
export function createOverrides({ environment, isStaff, publicUrl, onError }: OverridesOptions): Overrides {
  const read = (id: string) => readOverride(environment, id);
  const findLink = createSignedLinkCache({
    read: async (id) => {
      try {
        return await read(id);
      } catch (error) {
        if (error instanceof OverrideRefusedError) return null;
        throw error;
      }
    },
    onError,
  });

  /** @returns The link, or the status and message with which it is refused. */
  const open = async (request: FastifyRequest, id: string) => {
    if (!(await isStaff(request))) return { status: 403, message: staffOnlyMessage };
    try {
      const override = await withTimeout(read(id), timeoutMs);
      assertForShop(override, findSite(request, { publicUrl })?.publicUrl ?? '');
      const { remote } = override;
      return { ...override, name: `${remote.name} ${remote.version} · ${new URL(remote.base).origin}` };
    } catch (error) {
      if (error instanceof OverrideRefusedError) return { status: 404, message: error.message };
      onError(error);
      const isCorrupt = error instanceof CorruptDocumentError;
      return isCorrupt
        ? { status: 404, message: `This override link is refused: ${error.message}.` }
        : { status: 503, message: unreadableMessage };
    }
  };

  return {
    find: async (request, live) => {
      const id = readCookie(request, overrideCookie);
      if (!id || !(await isStaff(request))) return null;
      const override = await findLink(id);
      return override && override.shop === findSite(request, { publicUrl })?.publicUrl
        ? activate(override, live)
        : null;
    },
    registerRoutes: (app) => registerSignedLinkRoute(app, { name: overrideCookie, open, confirmation }),
  };
}

/** Adds the route of override links to a gateway that shows none: it says so. */
export function registerOverrideRefusal(app: FastifyInstance): void {
  app.get('/-/override/:id', async (_request, reply) => sendPlainText(reply, 403, switchedOffMessage));
}

function activate({ remote, expiresAt }: Override, live: LiveComposition): ActiveOverride {
  const { entry, ...rest } = remote;
  const local: ComposedRemote = { ...rest, digest: 'source', entry: { path: entry, integrity: '' } };
  const before = live.composition.remotes.find(({ name }) => name === remote.name);
  const what = before ? `replaces ${before.version}` : 'is added';
  const origin = new URL(remote.base).origin;
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  return {
    composition: {
      composition: replaceRemote(live.composition, local),
      renderer: live.renderer,
      isClientRendered: true,
    },
    env: live.composition.env,
    origin,
    banner: {
      label: 'Override',
      text: `${remote.name} ${remote.version} from ${origin} ${what} in this browser, until ${until}.`,
      exit: { href: '/-/override/end', text: 'End the override' },
    },
  };
}
