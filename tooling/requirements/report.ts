import type { Coverage } from './requirements-coverage';
import { getSection, sections } from './statements';

/** Formats the covered statements of each section, then each uncovered statement with its reasons. One line an entry. */
export function formatReport(coverages: readonly Coverage[]): string[] {
  const figures = Object.entries(sections).map(([section, title]) => {
    const own = coverages.filter(({ statement }) => getSection(statement.id) === section);
    return `  ${section}  ${title.padEnd(28)}${formatCount(own)}`;
  });
  const uncovered = coverages.flatMap((coverage) => {
    if (coverage.kind !== 'uncovered') return [];
    const { id, says } = coverage.statement;
    return [`  ${id}  ${says}`, ...coverage.reasons.map((reason) => `      ${reason}.`)];
  });
  return [
    'Requirement coverage: statements of the specification whose tests all passed.',
    ...figures,
    `     ${'Total'.padEnd(28)}${formatCount(coverages)}`,
    ...(uncovered.length > 0 ? ['', 'Uncovered:', ...uncovered] : []),
  ];
}

function formatCount(coverages: readonly Coverage[]): string {
  const covered = coverages.filter(({ kind }) => kind === 'covered').length;
  const notRun = coverages.filter(({ kind }) => kind === 'not-run').length;
  const figures = `${String(covered).padStart(3)} of ${String(coverages.length).padStart(3)}`;
  return notRun > 0 ? `${figures}, ${notRun} not run (journeys)` : figures;
}
