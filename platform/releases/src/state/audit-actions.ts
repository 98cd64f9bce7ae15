/** Kinds of changes in the audit log. */
export const auditActions = [
  'promote',
  'canary',
  'rollout',
  'pause',
  'resume',
  'complete',
  'halt',
  'rollback',
  'lock',
  'unlock',
  'recover-head',
] as const;
