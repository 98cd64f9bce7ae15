import type { Composition } from './composition';
import type { TelemetryTag } from './telemetry';

/** What a gateway asks the shell for: the document of one address, in one composition. */
export interface DocumentRequest {
  composition: Composition;
  /** Path of the address, without its query. */
  pathname: string;
  /** Host name the shopper sees, without its port. */
  hostname: string;
  /** What the deployment decides; without an API address the host name tells it. */
  settings: { apiBase?: string; orderAmounts?: 'dollar' | 'rupee'; publicUrl?: string };
  /** An inline script that must run before all others; development uses it for hot reload. */
  firstScript?: string;
  /** Set for a composition that is looked at before it is live; the document says so. */
  preview?: { expiresAt: string };
  /** Set for a page that is to report how it does. */
  health?: TelemetryTag;
}

export interface RenderedDocument {
  status: 200 | 404;
  html: string;
  /** True for a page that search engines leave out and that is not kept for offline reading. */
  isPrivate?: boolean;
  /** Texts of the inline scripts, for the hashes of a content security policy. */
  inlineScripts: string[];
  /** Origin of the store API as the page will see it. */
  apiOrigin: string;
}

/** The exports of the shell's Node build. */
export interface ShellBuild {
  renderDocument: (request: DocumentRequest) => RenderedDocument;
  /** Shared modules by key, for the Node builds of the composition's remotes. */
  provided: Readonly<Record<string, unknown>>;
  /** Whether its pages report how they do. Shells before 1.1 of the contract do not. */
  reportsHealth?: true;
  /** Shells before 1.1 of the contract have none. */
  wellKnown?: WellKnown;
  /** Shells before 1.1 of the contract do not tell. */
  registeredNames?: () => Promise<RegisteredNames>;
}

/** Names that the apps of a page share: a second owner of one silently loses, or takes the first one's place. */
export interface RegisteredNames {
  /** Endpoints of the one api. */
  endpoints: string[];
  /** Keys of the one store. */
  slices: string[];
}

/** What the store is called, for the files that name it. */
export interface StoreIdentity {
  name: string;
  /** One or two sentences; empty when the store has none. */
  description: string;
}

/** What browsers look for at fixed addresses, as far as it belongs to the shell: a gateway serves it there. */
export interface WellKnown {
  /** Text of `/site.webmanifest`. */
  webManifest: (store: StoreIdentity) => string;
  /** Address of the small picture that `/favicon.ico` leads to. */
  favicon: string;
  /** The release's file that is served as `/service-worker.js`. */
  serviceWorker: string;
}
