import * as v from 'valibot';

/** Schema of the process variable with the URL of a PostgreSQL database. Absent: PGlite. */
export const databaseUrlSetting = v.optional(
  v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'give a URL that starts with postgres:// or postgresql://')),
);
