import { sections, topics } from './statements';

/** A place in a source file that cites the specification or an interpretation. */
interface Citation {
  text: string;
  /** `2` or `2 "Header"` for the specification, `7` or `"Route owners"` for an interpretation. */
  targets: string[];
  kind: 'specification' | 'interpretation';
}

const sectionTarget = '\\d+(?:[,:]? "[^"]+")?';
const interpretationTarget = '(?:\\d+|"[^"]+")';
const list = (target: string) => `${target}(?:(?:, and |, | and )${target})*`;
const specification = new RegExp(`\\bspecification (?<list>${list(sectionTarget)})`, 'gi');
const interpretation = new RegExp(`\\binterpretations? (?<list>${list(interpretationTarget)})`, 'gi');

/** Joins the lines of a comment, so that a citation may continue on the next line. */
const joinLines = (source: string) => source.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');

function findCitations(source: string): Citation[] {
  const text = joinLines(source);
  const find = (pattern: RegExp, target: string, kind: Citation['kind']) =>
    [...text.matchAll(pattern)].map((match) => ({
      text: match[0],
      targets: match.groups?.list?.match(new RegExp(target, 'g')) ?? [],
      kind,
    }));
  return [
    ...find(specification, sectionTarget, 'specification'),
    ...find(interpretation, interpretationTarget, 'interpretation'),
  ];
}

const interpretationTargets = new Set(
  Object.entries(topics.R ?? {}).map(([topic, heading]) => (/^\d/.test(topic) ? `${Number(topic)}` : `"${heading}"`)),
);

function resolves(kind: Citation['kind'], target: string): boolean {
  if (kind === 'interpretation') return interpretationTargets.has(target);
  const { section = '', heading } = /^(?<section>\d+)(?:[,:]? "(?<heading>[^"]+)")?$/.exec(target)?.groups ?? {};
  const headings = Object.values(topics[section] ?? {});
  return Object.hasOwn(sections, section) && (heading === undefined || headings.includes(heading));
}

/**
 * Finds citations such as `Specification 2 "Header"` and `Interpretations 7 and 8` that name a section, a heading or an
 * interpretation that docs/specification does not have.
 *
 * @returns Each such citation with the target that does not exist.
 */
export function findBrokenCitations(source: string): string[] {
  return findCitations(source).flatMap(({ text, targets, kind }) =>
    targets.filter((target) => !resolves(kind, target)).map((target) => `${text}: there is no ${kind} ${target}`),
  );
}
