import { type Static, Type } from 'typebox';

/** Every answer of 400 and above: one sentence that says what is wrong. Specification 8 reads the `error` field. */
export const ErrorBody = Type.Object({ error: Type.String() }, { $id: 'Error' });
export type ErrorBody = Static<typeof ErrorBody>;
