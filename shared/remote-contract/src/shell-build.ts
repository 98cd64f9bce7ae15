import type { Composition, PreloadFile } from './composition';
import type { RemoteModule } from './remote-module';
import type { TelemetryTag } from './telemetry';

/** The remote, the path and the parameters that own an address, by their names in the composition. */
export interface RequestedRoute {
  remote: string;
  path: string;
  params: Readonly<Record<string, string | undefined>>;
}

/** Input of `renderDocument`: an address in one composition. */
export interface DocumentRequest {
  composition: Composition;
  /** Path of the address, without its language and its query. */
  pathname: string;
  /** Language of the page. Absent: English. A gateway before 1.6 of the contract serves English only. */
  language?: string;
  /** Null when no remote owns the address. Absent: the shell finds the owner. */
  route?: RequestedRoute | null;
  /** Host name the shopper sees, without its port. */
  hostname: string;
  /** Settings of the deployment. Without `apiBase` the host name decides where the store API is. */
  settings: { apiBase?: string; orderAmounts?: 'dollar' | 'rupee'; publicUrl?: string };
  /** An inline script that runs before all others. Development uses it for hot reload. */
  firstScript?: string;
  /** Set for the preview of a composition that is not live. The document shows a banner. */
  preview?: { expiresAt: string };
  /** Set for a page that sends beacons. */
  telemetry?: TelemetryTag;
  /** File that the gateway serves with the versions of all remotes. A gateway before 6.1 of the contract serves none. */
  remoteVersions?: PreloadFile;
}

export interface RenderedDocument {
  status: 200 | 404;
  html: string;
  /** True for a page that search engines and the offline cache leave out. */
  isPrivate?: boolean;
  /** Inline scripts, for the hashes in the content security policy. The gateway permits those of `listInlineScripts`. */
  inlineScripts: string[];
  /** Origin of the store API as seen from the page. A gateway since 6.2 of the contract computes it. */
  apiOrigin: string;
  /**
   * Names of the Trusted Types policies of the page. Browsers then refuse strings that would become code. Absent in shells
   * whose pages create no policy. A gateway since 6.2 of the contract computes the names.
   */
  trustedTypes?: string[];
}

/** Input of `renderPage`: an address with its query, in one composition. */
export interface PageRequest extends DocumentRequest {
  /** Query of the address with its `?`; empty without a query. */
  search: string;
}

/** What the process that renders a page gives to the shell. */
export interface PageResources {
  /** Returns the exports of the Node build of a remote of the composition. The process evaluates the build once. */
  loadRemote: (name: string) => RemoteModule;
  /** Text of each style sheet of the composition by its URL. The document inlines the style sheets of its page. */
  styleSheets: Readonly<Record<string, string>>;
  /** Catalogue of each part of the composition in the language of the page, by its URL. Absent in an English page. */
  texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Result of `renderPage`:
 * - `page`: the document with the content of the page;
 * - `redirect`: a path of the shop, for the status 301;
 * - `unavailable`: data is missing because the store API failed or took too long. The gateway sends the document of
 *   `renderDocument` and counts no failure of the composition.
 */
export type RenderedPage =
  | { kind: 'page'; document: RenderedDocument; slotFailures?: readonly SlotFailure[] }
  | { kind: 'redirect'; location: string }
  | { kind: 'unavailable'; reason: string };

/** A filler of a slot that is not in a rendered page. The page is complete without it. */
export interface SlotFailure {
  app: string;
  version: string;
  slot: string;
  reason: string;
}

/** The exports of the shell's Node build. */
export interface ShellBuild {
  /** Renders the document without content. The browser renders the page. It needs no remote and no data. */
  renderDocument: (request: DocumentRequest) => RenderedDocument;
  /**
   * Renders the document with the content of the page. It reads data with the global `fetch`, which answers from the data of the
   * call, and never for other addresses: the process then ends the call, and repeats it with that data. Absent in shells before
   * 1.2 of the contract.
   *
   * @throws when a remote cannot be evaluated or rendered: a failure of the composition.
   */
  renderPage?: (request: PageRequest, resources: PageResources) => Promise<RenderedPage>;
  /** Shared modules by key, for the Node builds of the composition's remotes. */
  provided: Readonly<Record<string, unknown>>;
  /** Absent in shells before 1.1 of the contract. */
  wellKnown?: WellKnown;
  /**
   * Lists all inline scripts of its documents, in every language. The content security policy of a document permits no others.
   * Absent in shells before 6.2 of the contract.
   *
   * @param catalogs Texts of the shell by language.
   */
  listInlineScripts?: (catalogs: Readonly<Record<string, Readonly<Record<string, string>>>>) => string[];
  /** Absent in shells before 1.1 of the contract. */
  registeredNames?: () => Promise<RegisteredNames>;
}

/** Names that the apps of a page register in one namespace. A name with two owners silently drops or replaces one of them. */
export interface RegisteredNames {
  /** Endpoints of the shared RTK Query api. */
  endpoints: string[];
  /** Keys of the Redux store. */
  slices: string[];
}

/** The shop's name and description, for the web app manifest. */
export interface StoreIdentity {
  name: string;
  /** One or two sentences; empty when the shop has none. */
  description: string;
}

/** Files of the shell that browsers request at fixed addresses. The gateway serves them there. */
export interface WellKnown {
  /** Text of `/site.webmanifest`. */
  webManifest: (store: StoreIdentity) => string;
  /** URL of the icon that `/favicon.ico` redirects to. */
  favicon: string;
  /** File of the release that is served as `/service-worker.js`. */
  serviceWorker: string;
}
