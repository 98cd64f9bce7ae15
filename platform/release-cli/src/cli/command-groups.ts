import { check } from '../commands/environment/check.command';
import { lock, unlock } from '../commands/environment/lock.command';
import { promote } from '../commands/environment/promote.command';
import { recoverHead } from '../commands/environment/recover-head.command';
import { rollback } from '../commands/environment/rollback.command';
import { rollout } from '../commands/environment/rollout.command';
import { webhooks } from '../commands/environment/webhooks.command';
import { errors } from '../commands/inspection/errors.command';
import { figures } from '../commands/inspection/figures.command';
import { diff, history } from '../commands/inspection/history.command';
import { status } from '../commands/inspection/status.command';
import { usedBy } from '../commands/inspection/used-by.command';
import { verify } from '../commands/inspection/verify.command';
import { watch } from '../commands/inspection/watch.command';
import { overrideLink } from '../commands/links/override-link.command';
import { preview } from '../commands/links/preview.command';
import { staffLink } from '../commands/links/staff-link.command';
import { backup, restore } from '../commands/releases/backup.command';
import { gc } from '../commands/releases/gc.command';
import { list } from '../commands/releases/list.command';
import { publish } from '../commands/releases/publish.command';
import { sbom } from '../commands/releases/sbom.command';
import type { ReleaseCommand } from './command';

/** Every command by the heading under which the help lists it. */
export const commandGroups: Readonly<Record<string, readonly ReleaseCommand[]>> = {
  'Releases:': [publish, list, sbom, gc, backup, restore],
  'Inspection:': [status, figures, errors, history, diff, usedBy, verify, watch],
  'Changes of an environment:': [check, promote, rollout, rollback, lock, unlock, webhooks, recoverHead],
  'Links for one browser:': [preview, staffLink, overrideLink],
};
