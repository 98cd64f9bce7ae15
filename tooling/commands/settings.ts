import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { formatSettingsDocument } from '../checks/settings-table';

/** `node tooling/run.mjs settings` writes the table of process variables. */
writeFileSync(path.join(root, 'docs/settings.md'), formatSettingsDocument());
