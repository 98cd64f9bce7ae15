import { type HistoryFilter, type HistoryRecord, listSubjects } from '@shop/releases/history/read-history';
import type { AuditLogEntry } from '@shop/releases/state/audit-log';
import type { DocumentRef } from '@shop/releases/store/document-ref';

/** The database stores no NUL and no half of a surrogate pair. */
const toStorable = (text: string): string => Buffer.from(text).toString().replaceAll('\0', '');

const fold = (text: string): string => toStorable(text).toLowerCase();

/** Lists the parts of three characters of a folded text. A text that contains another one has all of its parts. */
function listParts(text: string): string[] {
  const characters = [...text];
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
}

/** Actions that end the notice of a halted canary. */
const renewals = ['canary', 'complete'] as const satisfies readonly AuditLogEntry['action'][];

/** The term of the changes from which notices of halted canaries follow. */
export const noticeTerm = 'notice';

/** The term of the changes that gave every visitor another release of an app. */
export const getLiveTerm = (app: string): string => `live ${app}`;

/** Converts a filter, apart from its times, to terms that a row must have, and texts that its columns must contain. */
export function toCondition({ app, action, by, search }: HistoryFilter) {
  const [person, reason] = [by, search].map((text) => (text === undefined ? undefined : fold(text)));
  const terms = [
    ...(app === undefined ? [] : [`app ${app}`]),
    ...(action === undefined ? [] : [`action ${action}`]),
    ...listParts(person ?? '').map((part) => `by ${part}`),
    ...listParts(reason ?? '').map((part) => `reason ${part}`),
  ];
  return { terms, by: person, reason };
}

/** Describes a change for the index. */
export function toChangeRow(ref: DocumentRef, record: HistoryRecord) {
  const { entry, compared, canary, changes } = record;
  const { env, seq, at, by, action, reason, halted, previous } = entry;
  // The start of a canary compares the canary, and leaves live as it is.
  const isStart = action === 'canary' && compared.after === canary;
  const reasons = [reason, ...halted.map((ended) => ended.reason)].map(fold);
  const isNotice = halted.length > 0 || action === 'halt' || renewals.some((renewal) => renewal === action);
  const terms = [
    ...listSubjects(record).map((app) => `app ${app}`),
    ...(isStart ? [] : changes.map(({ app }) => getLiveTerm(app))),
    ...(isNotice ? [noticeTerm] : []),
    `action ${action}`,
    ...listParts(fold(by)).map((part) => `by ${part}`),
    ...reasons.flatMap(listParts).map((part) => `reason ${part}`),
  ];
  const note = { seq, at, by, action, reason, halted, ...(entry.canary ? { canary: entry.canary } : {}) };
  return {
    env,
    seq,
    key: ref.key,
    sha256: ref.sha256,
    previous: previous && JSON.stringify(previous),
    at: new Date(at),
    by: fold(by),
    reasons: reasons.join('\n'),
    terms: [...new Set(terms)],
    note: JSON.stringify(note, (_key, value: unknown) => (typeof value === 'string' ? toStorable(value) : value)),
  };
}
