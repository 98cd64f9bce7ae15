/** What a role of the release policy may allow. `policy` is to propose and approve a change of the policy itself. */
export const permissions = ['promote', 'rollback', 'lock', 'force', 'policy'] as const;
export type Permission = (typeof permissions)[number];
