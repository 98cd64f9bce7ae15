import { verifyEnvironment } from '@shop/releases/state/verify-environment';
import { defineCommand } from '../../cli/command';
import { formatTable } from '../../format/format-table';

export const verify = defineCommand<[], object>({
  name: 'verify',
  summary: 'verifies the hash of every live file and every signature of the audit log',
  examples: ['verify'],
  run: async ({ environment }) => {
    const { releases, changes } = await verifyEnvironment(environment);
    const rows = releases.map(({ app, version, files, damaged }) => [
      app,
      version,
      damaged.length > 0 ? `DAMAGED: ${damaged.join(', ')}` : `${files} files unchanged`,
    ]);
    return {
      lines: [...formatTable(rows), `  log: ${changes} changes, chain and signatures valid`],
      data: { releases, changes },
      isOk: releases.every(({ damaged }) => damaged.length === 0),
    };
  },
});
