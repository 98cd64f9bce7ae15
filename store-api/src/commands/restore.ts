import { resolve } from 'node:path';
import { restoreDatabase } from '../backup/restore-database';
import { runCommandLine } from './run-command';

/** `npm run restore -w store-api -- --from FOLDER [--overwrite]`: restores the database while no server runs. */
await runCommandLine(async (settings) => {
  const [flag, source, overwrite, ...rest] = process.argv.slice(2);
  const isOverwriting = overwrite === '--overwrite';
  if (flag !== '--from' || !source || (overwrite !== undefined && !isOverwriting) || rest.length > 0) {
    return { ok: false, message: 'Usage: npm run restore -w store-api -- --from FOLDER [--overwrite]' };
  }
  const folder = resolve(process.env.INIT_CWD ?? '.', source);
  const { at, replaced } = await restoreDatabase(settings, folder, { isOverwriting });
  const kept = replaced ? ` The replaced database is in ${replaced}: delete it when you no longer need it.` : '';
  return { ok: true, message: `The database is that of ${at}.${kept}` };
});
