import type { PageRequest } from '@shop/remote-contract/shell-build';
import { LRUCache } from 'lru-cache';

/** Paths, with the names in their queries, that are remembered; and reads of one path. */
const maxPaths = 200;
const maxReads = 20;
/** A read is expected while its score is above zero. Each page with it adds one, and each page without it takes two. */
const maxScore = 8;

/** Texts of an address that its reads may contain, by name. */
type Values = readonly (readonly [name: string, value: string])[];
/** A read with names in place of the values of its page. */
type Template = readonly (string | { name: string; encode: Encode })[];
type Encode = (text: string) => string;
interface ScoredRead {
  template: Template;
  score: number;
}

/** How values stand in a path, and in a query. */
const encodings: readonly Encode[] = [
  encodeURIComponent,
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
];

/** Expects that a page reads what other pages of its path have read, with its own values: `/products/b` after `/products/a`. */
export class ExpectedReads {
  private readonly byPath = new LRUCache<string, Map<string, ScoredRead>>({ max: maxPaths });

  /** Lists the URLs that a page will read. */
  list(request: PageRequest): string[] {
    const values = listValues(request);
    const reads = this.byPath.get(getPathKey(request, values))?.values() ?? [];
    return [...reads].filter(({ score }) => score > 0).map(({ template }) => fillTemplate(template, values));
  }

  /** Learns what a page has read. */
  learn(request: PageRequest, urls: readonly string[]): void {
    const values = listValues(request);
    const key = getPathKey(request, values);
    const reads = this.byPath.get(key) ?? new Map<string, ScoredRead>();
    this.byPath.set(key, reads);
    for (const read of reads.values()) {
      const isRead = urls.includes(fillTemplate(read.template, values));
      read.score = isRead ? Math.min(read.score + 1, maxScore) : read.score - 2;
    }
    for (const url of urls) {
      const template = createTemplate(url, values);
      const name = JSON.stringify(template, (_, part) => (typeof part === 'function' ? encodings.indexOf(part) : part));
      if (!reads.has(name) && reads.size < maxReads) reads.set(name, { template, score: 1 });
    }
  }
}

const listValues = ({ route, search }: PageRequest): Values => [
  ...Object.entries(route?.params ?? {}).flatMap(([name, value]) => (value ? [[`:${name}`, value] as const] : [])),
  ...new URLSearchParams(search),
];

const getPathKey = ({ language = '', route }: PageRequest, values: Values): string =>
  JSON.stringify([language, route?.remote, route?.path, values.map(([name]) => name)]);

const createTemplate = (url: string, values: Values): Template =>
  url.split(/([/?&=])/).map((part) => {
    for (const encode of encodings) {
      const found = values.find(([, value]) => part !== '' && encode(value) === part);
      if (found) return { name: found[0], encode };
    }
    return part;
  });

const fillTemplate = (template: Template, values: Values): string =>
  template
    .map((part) => (typeof part === 'string' ? part : part.encode(new Map(values).get(part.name) ?? '')))
    .join('');
