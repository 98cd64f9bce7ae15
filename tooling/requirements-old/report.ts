import type { Proof } from './proof';
import { sectionOf, sections } from './statements';

/** Statements proved over statements in all, by section; then each that is not proved, and why. One line an entry. */
export function reportLines(proofs: readonly Proof[]): string[] {
  const figures = Object.entries(sections).map(([section, title]) => {
    const own = proofs.filter(({ statement }) => sectionOf(statement.id) === section);
    return `  ${section}  ${title.padEnd(28)}${count(own)}`;
  });
  const open = proofs.flatMap((proof) => {
    const { id, says } = proof.statement;
    if (proof.kind !== 'unproved') return [];
    return [`  ${id}  ${says}`, ...proof.reasons.map((reason) => `      ${reason}.`)];
  });
  return [
    'Statements of the specification that tests prove:',
    ...figures,
    `     ${'in all'.padEnd(28)}${count(proofs)}`,
    ...(open.length > 0 ? ['', 'Not proved:', ...open] : []),
  ];
}

function count(proofs: readonly Proof[]): string {
  const proved = proofs.filter(({ kind }) => kind === 'proved').length;
  const notRun = proofs.filter(({ kind }) => kind === 'not-run').length;
  const figures = `${String(proved).padStart(3)} of ${String(proofs.length).padStart(3)}`;
  return notRun > 0 ? `${figures}, ${notRun} left to journeys that did not run` : figures;
}
