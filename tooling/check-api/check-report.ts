import { additions } from '@shop/e2e/conformance/checks/addition.checks';
import type { CheckOptions, CheckResult, Outcome, RunSummary } from '@shop/e2e/conformance/run-checks';
import { readStatements } from '../requirements/statements';

const marks: Readonly<Record<Outcome['kind'], string>> = {
  passed: 'ok',
  failed: 'FAILED',
  notAnnounced: 'optional',
  notChecked: 'skipped',
};

const statements = new Map(readStatements().map((statement) => [statement.id, statement]));

/** Formats what a run will do, before it begins. */
export function formatHead({ apiBase, account, origin, mayRegister, mayPay }: CheckOptions): string {
  const created = [
    'places one to three orders',
    ...(mayRegister ? ['registers an account'] : []),
    ...(mayPay ? ['starts a payment'] : []),
  ];
  const more = [...(mayRegister ? [] : ['--register']), ...(mayPay ? [] : ['--pay'])];
  return [
    `Checks ${apiBase} as ${account.email}, for pages of ${origin}.`,
    `The run ${created.join(', ')}${more.length > 0 ? `; ${more.join(' and ')} would check more` : ''}.`,
    '',
  ].join('\n');
}

/** Formats a result: a line, and for a failure the statement of the specification, what was expected and what was received. */
export function formatResult({ statement, title, outcome }: CheckResult): string {
  const line = `${marks[outcome.kind].padEnd(8)} ${statement.padEnd(14)} ${title}`;
  switch (outcome.kind) {
    case 'failed': {
      const { says = '', section = '' } = statements.get(statement) ?? {};
      const lines = [
        `specification: ${section}, ${statement}: ${says}`,
        `expected: ${outcome.expected}`,
        `received: ${outcome.received}`,
      ];
      return [line, ...lines.map((text) => `           ${text}`)].join('\n');
    }
    case 'notChecked':
      return `${line} (${outcome.reason})`;
    case 'notAnnounced':
      return `${line} (not announced)`;
    case 'passed':
      return line;
  }
}

/** Formats the end of a run: the counts, the additions and the orders that were placed. */
export function formatSummary({ results, callCount, orderIds, announced }: RunSummary): string {
  const count = (kind: Outcome['kind']) => results.filter(({ outcome }) => outcome.kind === kind).length;
  const counts = [`${count('passed')} passed`, `${count('failed')} failed`, `${count('notChecked')} skipped`];
  const optional = Object.entries(additions).filter(([name]) => !announced.includes(name));
  return [
    '',
    `${results.length} checks in ${callCount} calls: ${counts.join(', ')}, ${count('notAnnounced')} of additions that are not announced.`,
    `Additions: ${announced.join(', ') || 'none announced'}.`,
    ...optional.map(([name, benefit]) => `  Optional: with ${name} ${benefit}.`),
    `Orders placed: ${orderIds.join(', ') || 'none'}.`,
  ].join('\n');
}
