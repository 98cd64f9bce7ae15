import { listAllConnectOrigins } from '@shop/remote-contract/connect';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import { LRUCache } from 'lru-cache';
import type { ReadData } from '../data/read-data';
import { ExpectedReads } from './expected-reads';
import { type CollectedData, collectData } from './page-data';
import { notRendered, type PageResult } from './page-result';
import type { Renderer } from './renderer';
import { ColdPageError, RenderTimeoutError } from './renderer-errors';
import type { RendererLimits } from './renderer-limits';
import { type EvaluatedShell, listReads, parseRenderedPage } from './renderer-messages';

/** Runs a call in a process: in the next free one, or in a new one for its warm-up. */
export type RunInProcess = (work: (renderer: Renderer) => Promise<unknown>) => Promise<unknown>;

/** Calls of a process in which its pages may take longer: they run code that has not been compiled yet. */
const firstPages = 5;
/** Characters of the addresses, with those of their requests, that a pool remembers. */
const maxAddressLength = 2 ** 20;
/** Characters that one page may have of them. */
const maxPageLength = maxAddressLength / 8;
/** Reads of data for one page: its requests may depend on each other. */
const maxRounds = 3;

const getAddress = ({ language = sourceLanguage, pathname, search }: PageRequest) =>
  localizePath(language, pathname) + search;

/** Renders the pages of a composition in rounds: a call to a process, and a read of the data that the page needs. */
export class PageRounds {
  /**
   * What pages have read by their address, and by their path. It is read before the next render, which then needs one call
   * instead of several.
   */
  private readonly urlsByAddress = new LRUCache<string, readonly string[]>({
    maxSize: maxAddressLength,
    maxEntrySize: maxPageLength,
    sizeCalculation: (urls, address) => urls.reduce((length, url) => length + url.length, address.length),
  });

  private readonly expectedReads = new ExpectedReads();

  /** Paths whose pages each process has rendered, by its shell. Another process has another one. */
  private readonly warmPaths = new WeakMap<EvaluatedShell, Set<string>>();
  /** Paths whose last page was the first one of its process, and took too long. */
  private readonly coldMisses = new Set<string>();

  constructor(
    private readonly readData: ReadData,
    private readonly limits: RendererLimits,
    private readonly mayReadBackend: (origin: string) => boolean = () => true,
  ) {}

  /** Renders a page. @throws What `run` throws. */
  async render(run: RunInProcess, request: PageRequest): Promise<PageResult> {
    const backends = listAllConnectOrigins(request.composition).filter(this.mayReadBackend);
    const data = collectData(this.readData, this.limits, backends);
    const address = getAddress(request);
    await data.read(this.urlsByAddress.get(address) ?? this.expectedReads.list(request));
    for (let round = 0; ; round++) {
      const message = await run((renderer) => this.call(renderer, request, data));
      const result = parseRenderedPage(message);
      if (result.kind !== 'needs') {
        const urls = listReads(message);
        this.urlsByAddress.set(address, urls);
        this.expectedReads.learn(request, urls);
        const isOfData = result.kind === 'not-rendered' && result.cause === 'composition' && data.failure;
        return isOfData ? notRendered('data', data.failure ?? '') : result;
      }
      if (round === maxRounds) return notRendered('composition', `it reads data more than ${maxRounds} times`);
      await data.read(result.urls);
    }
  }

  /**
   * Calls a process for a page. The first call of each process for a path may take longer.
   *
   * @throws {ColdPageError} When it takes too long all the same, for the first time: the code may work in the next process.
   */
  private async call(
    renderer: Renderer,
    { composition, ...request }: PageRequest,
    data: CollectedData,
  ): Promise<unknown> {
    const path = request.route ? `${request.route.remote} ${request.route.path}` : '';
    const warm = this.findWarmPaths(renderer);
    const isCold = !renderer.isPrepared || renderer.answeredCalls < firstPages || !warm.has(path);
    const timeoutMs = isCold ? this.limits.firstRenderTimeoutMs : this.limits.renderTimeoutMs;
    try {
      const result = await renderer.call('page', { request, data: data.list() }, { timeoutMs, composition });
      warm.add(path);
      this.coldMisses.delete(path);
      return result;
    } catch (error) {
      if (!isCold || this.coldMisses.has(path) || !(error instanceof RenderTimeoutError)) throw error;
      this.coldMisses.add(path);
      throw new ColdPageError(error.message);
    }
  }

  private findWarmPaths({ shell }: Renderer): Set<string> {
    const paths = (shell && this.warmPaths.get(shell)) ?? new Set();
    if (shell) this.warmPaths.set(shell, paths);
    return paths;
  }
}
