import type { Policy } from '@shop/releases/policy/policy';

/** A person whom the sign-in page of a service without an identity provider offers. */
interface DemoPerson {
  name: string;
  description: string;
  groups: readonly string[];
}

export const demoPeople: readonly DemoPerson[] = [
  { name: 'ravi', description: 'release manager: may do everything with every app', groups: ['release-managers'] },
  { name: 'asha', description: 'team of mf-catalog: promotes it and rolls it back', groups: ['team-catalog'] },
  { name: 'meera', description: 'approver: approves forced changes and changes of the policy', groups: ['approvers'] },
];

/** Roles of these people, until the service has a policy. */
export const demoPolicy: Policy = {
  roles: {
    manager: {
      may: ['promote', 'rollback', 'lock', 'force', 'policy'],
      apps: ['*'],
      environments: ['*'],
      groups: ['release-managers'],
    },
    catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog'], environments: ['*'], groups: ['team-catalog'] },
    approver: { may: ['force', 'policy'], apps: ['*'], environments: ['*'], groups: ['approvers'] },
  },
  people: { ravi: { roles: ['manager'] }, asha: { roles: ['catalog'] }, meera: { roles: ['approver'] } },
};
