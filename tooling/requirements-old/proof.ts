import type { Statement, TestReference } from './statements';
import type { TestResult } from './test-results';

export type Proof =
  | { kind: 'proved'; statement: Statement }
  /** Only journeys prove it, and journeys were left out. */
  | { kind: 'not-run'; statement: Statement }
  | { kind: 'unproved'; statement: Statement; reasons: string[] };

export interface ProofOptions {
  /** True after `npm test -- --fast`: a statement that only journeys prove is not run, and none needs its journeys. */
  areJourneysLeftOut?: boolean;
}

const isJourney = ({ file }: TestReference) => file.startsWith('e2e/');

function matcher(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Why a test proves nothing, in one sentence; nothing when every test of that name has passed. */
function findGap({ file, name }: TestReference, results: readonly TestResult[]): string | undefined {
  const ofFile = results.filter((result) => result.file === file);
  if (ofFile.length === 0) return `${file} does not exist or did not run`;
  const pattern = matcher(name);
  const named = ofFile.filter((result) => pattern.test(result.name));
  if (named.length === 0) return `${file} has no test “${name}”`;
  const open = named.find(({ status }) => status !== 'passed');
  return open && `${file}: “${open.name}” ${open.status === 'failed' ? 'failed' : 'was skipped'}`;
}

/** Holds a statement against the results of the last run: each of its tests must be there and have passed. */
export function prove(statement: Statement, results: readonly TestResult[], options: ProofOptions = {}): Proof {
  const asked = options.areJourneysLeftOut ? statement.tests.filter((test) => !isJourney(test)) : statement.tests;
  if (asked.length === 0 && statement.tests.length > 0) return { kind: 'not-run', statement };
  if (asked.length === 0) return { kind: 'unproved', statement, reasons: ['no test is named'] };
  const reasons = asked.flatMap((test) => findGap(test, results) ?? []);
  return reasons.length === 0 ? { kind: 'proved', statement } : { kind: 'unproved', statement, reasons };
}
