import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { type Gate, type GateContext, getFirstLine, type Problem } from './gate';
import { inspectStyles, type Owner, type StyleReport } from './inspect-styles';

interface InspectedSheet {
  release: Release;
  file: string;
  report: StyleReport;
}

const selectorRemedy =
  'begin each selector with a class of a *.module.css file, such as `.slider :global(.swiper)`, and move rules for the page to the shell';

/** Selectors that a message names. The rest is counted: a library can have hundreds. */
const maxNamed = 5;

/** Formats selectors or names for a message. @example formatNames(['h1', 'body']) // 'h1 and body' */
export function formatNames(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  return rest > 0 ? `${names.slice(0, maxNamed).join(' and ')} and ${rest} more` : names.join(' and ');
}

/** Joins the words of a name with hyphens. @example toWords('--mf-a_Icons') // '-mf-a-icons-' */
const toWords = (name: string): string => `-${name}-`.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export const isNamedAfter = (app: string, name: string): boolean => toWords(name).includes(toWords(app));

/** Recognizes the classes and names of a remote by the name of its app, which the build adds to them. */
export const createOwner = ({ app, styleScope }: Pick<Release, 'app' | 'styleScope'>): Owner => ({
  isOwnClass: (name) => styleScope !== undefined && name.includes(styleScope),
  isOwnName: (name) => isNamedAfter(app, name),
});

async function inspectSheets(store: ReleaseStore, release: Release): Promise<(InspectedSheet | Problem)[]> {
  const files = Object.keys(release.files).filter((file) => file.endsWith('.css'));
  const owner = createOwner(release);
  const sheets = files.map(async (file) => {
    const stored = await store.get(getReleasePrefix(release) + file);
    try {
      return { release, file, report: inspectStyles(stored ? Buffer.from(stored.bytes).toString() : '', owner) };
    } catch (error) {
      const problem = `${file} of ${release.version} is not valid CSS: ${getFirstLine(error)}`;
      return { app: release.app, problem, remedy: `correct it, and publish ${release.app} under a new version` };
    }
  });
  return Promise.all(sheets);
}

/** Describes the parts of a report as problems. @param where Begins each problem: `home.css of 1.0.0`. */
export function describeStyles(
  app: string,
  where: string,
  { selectors, rules, names }: Omit<StyleReport, 'customProperties'>,
): Problem[] {
  const problems: [found: string[], problem: string, remedy: string][] = [
    [selectors, `${where} styles elements of other apps with ${formatNames(selectors)}`, selectorRemedy],
    [rules, `${where} has ${formatNames(rules)}, which applies to the page`, 'leave it to the shell'],
    [
      names,
      `${where} defines ${formatNames(names)} for the page`,
      `add ${app} to the name; keyframes get it in a *.module.css file`,
    ],
  ];
  return problems.flatMap(([found, problem, remedy]) => (found.length > 0 ? [{ app, problem, remedy }] : []));
}

/** Finds the custom properties that several apps set. Elements inherit them, also those of other apps. The first app owns the name. */
function findCollisions(sheets: readonly InspectedSheet[]): Problem[] {
  const owners = new Map<string, string>();
  for (const { release, report } of sheets) {
    for (const name of report.customProperties) owners.set(name, owners.get(name) ?? release.app);
  }
  return sheets.flatMap(({ release, file, report }) => {
    const { app, version } = release;
    const taken = report.customProperties.filter((name) => owners.get(name) !== app);
    return taken.map((name) => ({
      app,
      problem: `${file} of ${version} sets ${name}, and so does ${owners.get(name)}`,
      // Which of the two is the later one changes with the live composition.
      key: `${name} ${[app, owners.get(name)].sort().join(' ')}`,
      remedy: 'give the custom property a name of its own',
    }));
  });
}

/** Sorts the releases that are live to the front: the app that changes has to give way. */
function sortByAge({ remotes, live }: GateContext): Release[] {
  const isLive = ({ app, digest }: Release) => live.some((other) => other.app === app && other.digest === digest);
  return [...remotes].sort((a, b) => Number(isLive(b)) - Number(isLive(a)));
}

/**
 * The gate that confines the style sheets of a remote to its own elements: every selector needs a class of the remote, and names
 * for the whole page contain the name of the app.
 *
 * @see docs/decisions/0031
 */
export const styleScopeGate: Gate = {
  name: 'style-scope',
  check: async (context) => {
    const apps = [context.shell, ...sortByAge(context)];
    const inspected = (await Promise.all(apps.map((release) => inspectSheets(context.store, release)))).flat();
    const sheets = inspected.filter((sheet) => 'report' in sheet);
    return [
      ...inspected.filter((sheet) => 'problem' in sheet),
      ...sheets
        .filter(({ release }) => release.kind === 'remote')
        .flatMap(({ release: { app, version }, file, report }) => describeStyles(app, `${file} of ${version}`, report)),
      ...findCollisions(sheets),
    ];
  },
};
