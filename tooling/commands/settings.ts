import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { formatSettingsDocument } from '../checks/settings-table';
import { parseOptions, readArguments } from '../read-arguments';

/** `node tooling/run.mjs settings` writes the table of process variables. */
readArguments((args) => parseOptions(args, {}));
writeFileSync(path.join(root, 'docs/settings.md'), formatSettingsDocument());
