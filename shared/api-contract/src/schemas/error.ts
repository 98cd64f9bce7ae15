import { type Static, Type } from 'typebox';

/** Body of every response with a status of 400 and above. `error` is a message to the shopper. Specification 8. */
export const ErrorJson = Type.Object({ error: Type.String() }, { $id: 'Error' });
export type ErrorJson = Static<typeof ErrorJson>;
