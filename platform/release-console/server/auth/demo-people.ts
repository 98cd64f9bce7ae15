import type { Policy } from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import type { SignedInPerson } from './sessions';

/** A person whom the sign-in page of a service without an identity provider offers. */
interface DemoPerson extends Pick<SignedInPerson, 'name' | 'groups'> {
  description: string;
}

export const demoPeople: readonly DemoPerson[] = [
  { name: 'ravi', description: 'release manager: may do everything with every app', groups: ['release-managers'] },
  { name: 'asha', description: 'team of mf-catalog: promotes it and rolls it back', groups: ['team-catalog'] },
  { name: 'meera', description: 'approver: approves forced changes and changes of the policy', groups: ['approvers'] },
];

const roles: Policy['roles'] = {
  manager: {
    may: ['promote', 'rollback', 'lock', 'force', 'policy'],
    apps: ['*'],
    environments: ['*'],
    groups: ['release-managers'],
  },
  catalog: { may: ['promote', 'rollback'], apps: ['mf-catalog'], environments: ['*'], groups: ['team-catalog'] },
  approver: { may: ['force', 'policy'], apps: ['*'], environments: ['*'], groups: ['approvers'] },
};

const people = { ravi: 'manager', asha: 'catalog', meera: 'approver' };

/**
 * Creates the policy of a service without an identity provider, until it has a version of its own.
 *
 * @param user  Name of the person who runs the service: a release manager, whose command line uses it.
 */
export function createDemoPolicy(user: string): Policy {
  const others = Object.entries(people).filter(([name]) => !isSamePerson(name, user));
  const all = [...others, [user, 'manager'] as const];
  return { roles, people: Object.fromEntries(all.map(([name, role]) => [name, { roles: [role] }])) };
}
