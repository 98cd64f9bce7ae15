import type { Selectable } from 'kysely';
import type { PersonTable, ServiceDatabase, SignInTable } from '../database/database';
import { createSecret, hashSecret } from './tokens';

/** Seconds until a session ends: a working day. */
export const sessionSeconds = 12 * 60 * 60;
/** Seconds that a person has for the sign-in at the identity provider. */
export const signInSeconds = 10 * 60;

/** What the return from the identity provider is checked against. */
export type PendingSignIn = Omit<SignInTable, 'idHash' | 'endsAt'>;

/** A person at an identity provider. */
export type SignedInPerson = Omit<Selectable<PersonTable>, 'signedInAt'>;

/** Another account of the identity provider has the name. */
export class NameTakenError extends Error {
  override name = 'NameTakenError';
}

/** Creates the store of sessions. Every instance of the service accepts them. */
export function createSessions(db: ServiceDatabase, now: () => number = Date.now) {
  const after = (seconds: number) => new Date(now() + seconds * 1000);

  /** @throws {NameTakenError} When another account of the same provider has signed in with the name. */
  async function savePerson({ name, issuer, subject, groups }: SignedInPerson): Promise<void> {
    const values = { issuer, subject, groups: JSON.stringify(groups), signedInAt: new Date(now()) };
    await db.transaction().execute(async (own) => {
      const known = await own
        .selectFrom('person')
        .select(['issuer', 'subject'])
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirst();
      if (known?.issuer === issuer && known.subject !== subject) {
        throw new NameTakenError(
          `Another account signs in as ${name}: ask the operator of the identity provider for a name of your own.`,
        );
      }
      if (known && known.issuer !== issuer) {
        // The service has a new identity provider. What the account of the earlier one left ends.
        await own.deleteFrom('session').where('person', '=', name).execute();
        await own
          .updateTable('token')
          .set({ revokedAt: new Date(now()) })
          .where('owner', '=', name)
          .where('machine', 'is', null)
          .where('revokedAt', 'is', null)
          .execute();
      }
      await own
        .insertInto('person')
        .values({ name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
    });
  }

  return {
    /** Stores a sign-in that begins. @returns Its id, for a cookie. */
    begin: async (signIn: PendingSignIn): Promise<string> => {
      const id = createSecret();
      await db.deleteFrom('signIn').where('endsAt', '<', new Date(now())).execute();
      await db
        .insertInto('signIn')
        .values({ ...signIn, idHash: hashSecret(id), endsAt: after(signInSeconds) })
        .execute();
      return id;
    },

    /** Removes a sign-in, so that its return is accepted once. @returns Null when it does not exist or has expired. */
    take: async (id: string): Promise<PendingSignIn | null> => {
      const taken = await db
        .deleteFrom('signIn')
        .where('idHash', '=', hashSecret(id))
        .returningAll()
        .executeTakeFirst();
      return taken && taken.endsAt.getTime() > now() ? taken : null;
    },

    /** Starts a session. @returns Its id. @throws {NameTakenError} */
    start: async (person: SignedInPerson): Promise<string> => {
      await savePerson(person);
      const id = createSecret();
      await db.deleteFrom('session').where('endsAt', '<', new Date(now())).execute();
      await db
        .insertInto('session')
        .values({ idHash: hashSecret(id), person: person.name, endsAt: after(sessionSeconds) })
        .execute();
      return id;
    },

    /** Finds the person of a session. @returns Null when it does not exist or has ended. */
    find: async (id: string): Promise<string | null> => {
      if (id === '') return null;
      const session = await db
        .selectFrom('session')
        .select('person')
        .where('idHash', '=', hashSecret(id))
        .where('endsAt', '>', new Date(now()))
        .executeTakeFirst();
      return session?.person ?? null;
    },

    end: async (id: string): Promise<void> => {
      await db.deleteFrom('session').where('idHash', '=', hashSecret(id)).execute();
    },
  };
}
