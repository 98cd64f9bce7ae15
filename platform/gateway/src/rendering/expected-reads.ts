import type { PageRequest } from '@shop/remote-contract/shell-build';
import { LRUCache } from 'lru-cache';
import { maxUrlLength } from '../data/readable-addresses';
import { maxRequests } from './page-data';

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
    const fill = createFill(values);
    return [...reads].filter(({ score }) => score > 0).map(({ template }) => fill(template));
  }

  /** Learns what a page has read, without what the gateway answers with an error. */
  learn(request: PageRequest, addresses: readonly string[]): void {
    const urls = addresses.filter((url) => url.length <= maxUrlLength).slice(0, maxRequests);
    const values = listValues(request);
    const key = getPathKey(request, values);
    const reads = this.byPath.get(key) ?? new Map<string, ScoredRead>();
    this.byPath.set(key, reads);
    const fill = createFill(values);
    for (const read of reads.values()) {
      const isRead = urls.includes(fill(read.template));
      read.score = isRead ? Math.min(read.score + 1, maxScore) : read.score - 2;
    }
    const toTemplate = createToTemplate(values);
    for (const url of urls) {
      if (reads.size >= maxReads) break;
      const template = toTemplate(url);
      const name = JSON.stringify(template, (_, part) => (typeof part === 'function' ? encodings.indexOf(part) : part));
      if (!reads.has(name)) reads.set(name, { template, score: 1 });
    }
  }
}

const listValues = ({ route, search }: PageRequest): Values => [
  ...Object.entries(route?.params ?? {}).flatMap(([name, value]) => (value ? [[`:${name}`, value] as const] : [])),
  ...new URLSearchParams(search),
];

const getPathKey = ({ language = '', route }: PageRequest, values: Values): string =>
  JSON.stringify([language, route?.remote, route?.path, values.map(([name]) => name)]);

/** Creates the function that makes a template of an address: it replaces parts that are a value. */
function createToTemplate(values: Values): (url: string) => Template {
  const names = new Map<string, Exclude<Template[number], string>>();
  for (const encode of encodings) {
    for (const [name, value] of values) {
      const part = encode(value);
      if (part !== '' && !names.has(part)) names.set(part, { name, encode });
    }
  }
  return (url) => url.split(/([/?&=])/).map((part) => names.get(part) ?? part);
}

/** Creates the function that makes an address of a template. */
function createFill(values: Values): (template: Template) => string {
  const byName = new Map(values);
  return (template) =>
    template.map((part) => (typeof part === 'string' ? part : part.encode(byName.get(part.name) ?? ''))).join('');
}
