/** Figures of one load of a page in a browser without cache. Times in milliseconds since the navigation. */
export interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** Blocking time by wall clock, as Lighthouse reports it. */
  blockingByWall: number;
  /** Blocking time by CPU time of the main thread. Null without thread times in the trace. */
  blockingByCpu: number | null;
  layoutShift: number;
  /** When the first screen reacts to input. Null for a page without the mark. */
  hydrated: number | null;
  /** When the content is in the document and reacts to input. */
  usable: number | null;
  /** Requests until the page is hydrated, with the document. */
  requests: number;
  /** Longest chain of requests until the largest contentful paint, and until the page is hydrated. */
  depthToPaint: number;
  depthToHydrated: number;
  /** Transferred bytes of the document, and of the scripts that the page requests until it is hydrated. */
  documentBytes: number;
  scriptBytes: number;
  /** Bytes of all scripts of the load, with those that the page requests ahead for later screens. */
  allScriptBytes: number;
  /** {@link PageLoad.scriptBytes} by library. */
  libraryBytes: ReadonlyMap<string, number>;
}
