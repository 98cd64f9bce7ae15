import { describeStoredChange, formatChange, isOverride } from '@shop/releases/change-model/changes';
import { formatApps } from '@shop/releases/change-model/words';
import { type RequestEvent, type RequestEventName, toVersionChanges } from '@shop/releases/webhooks/request-event';
import type { Principal, RequestedChange, ScheduledChange } from '../database/documents';

/** What a person did with a request. */
export type RequestAction =
  | { event: Exclude<RequestEventName, 'asked' | 'commented' | 'policy' | 'schedule-failed'> }
  | { event: 'asked'; reviewers: readonly string[] }
  | { event: 'commented'; text: string };

/** An event before it is stored, which gives it an id, a time and an address of the console. */
export type NewEvent = Omit<RequestEvent, 'id' | 'at' | 'url'>;

/** Formats what a person did, after the name. */
function formatAction(action: RequestAction, isOwn: boolean): string {
  switch (action.event) {
    case 'requested':
      return 'requested approval';
    case 'approved':
      return 'approved';
    case 'rejected':
      return isOwn ? 'cancelled the request' : 'rejected';
    case 'expired':
      return 'got no approval in time';
    case 'asked':
      return action.reviewers.length > 0
        ? `asked ${formatApps(action.reviewers)} to approve`
        : 'asked no person in particular to approve';
    case 'commented':
      return `commented “${action.text}”`;
  }
}

interface Requested {
  id: string;
  request: RequestedChange;
}

/** Creates the event of an action. */
export function createRequestEvent({ id, request }: Requested, action: RequestAction, by: Principal): NewEvent {
  const { author } = request;
  const isOwn = author.name === by.name;
  const what = request.kind === 'policy' ? 'Change the policy' : formatChange(request.change, request.apps);
  const whose = isOwn ? '' : `, requested by ${author.name}`;
  const common = {
    event: action.event,
    request: id,
    by: by.name,
    text: `${formatAction(action, isOwn)}: ${what}${whose}`,
  };
  if (request.kind === 'policy') {
    return { ...common, environment: '*', changes: [], reason: request.reason, isForced: false };
  }
  const { change, changes, sources } = request;
  const { env: environment, reason } = change;
  return { ...common, environment, changes: toVersionChanges(changes, sources), reason, isForced: isOverride(change) };
}

/** Creates the event of a scheduled change that failed. @param problem  The message of its failure. */
export function createScheduleEvent(schedule: ScheduledChange, problem: string): NewEvent {
  const { action, apps = null, principal } = schedule;
  const { environment, isForced, text } = describeStoredChange(action.call, action.body, apps);
  return {
    environment,
    event: 'schedule-failed',
    request: null,
    changes: [],
    reason: problem,
    isForced,
    by: principal.name,
    text: `scheduled a change that was not made: ${text}`,
  };
}
