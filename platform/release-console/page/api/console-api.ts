import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Change, type Kind, kinds } from '@shop/releases/change-model/changes';
import type { Call, CallBody } from '@shop/releases/service-api/requests';
import type {
  CallResponses,
  ChangeResult,
  EnvironmentView,
  ErrorResponse,
  HistoryPage,
  ReadResponses,
  ScheduleView,
  SessionView,
  SignOutResponse,
} from '@shop/releases/service-api/responses';

/** Parameters of a report. An absent app means every app. */
interface ReportParams {
  env: string;
  app?: string;
}

/** Changes to look for. `since` and `until` are ISO dates and times. Undefined parts match every change. */
export type HistoryFilter = Partial<Record<'app' | 'by' | 'action' | 'search' | 'since' | 'until', string>> & {
  /** Only changes with a lower number. */
  before?: number;
};

const tagTypes = ['Session', 'State', 'Releases', 'History', 'Policy', 'Schedules', 'Tokens'] as const;
type Tag = (typeof tagTypes)[number];

/** The API of the console's server, with a hook for each call. `use-console-state.ts` invalidates tags when an environment changes. */
export const consoleApi = createApi({
  reducerPath: 'console',
  baseQuery: fetchBaseQuery({ baseUrl: `${location.origin}/api` }),
  tagTypes,
  endpoints: (build) => {
    const read = <Name extends keyof ReadResponses, Params = void>(url: Name, ...tags: Tag[]) =>
      build.query<ReadResponses[Name], Params>({
        query: (params) => (params ? { url, params } : url),
        providesTags: tags,
      });
    const call = <Name extends Call>(url: Name, ...tags: Tag[]) =>
      build.mutation<CallResponses[Name], CallBody<Name>>({
        query: (body) => ({ url, method: 'POST', body }),
        invalidatesTags: tags,
      });
    return {
      session: build.query<SessionView | null, void>({
        query: () => 'session',
        transformResponse: ({ session }: ReadResponses['session']) => session,
        providesTags: ['Session'],
      }),
      signOut: build.mutation<SignOutResponse, void>({
        query: () => ({ url: 'session', method: 'DELETE' }),
      }),
      state: read<'state'>('state', 'State'),
      releases: read<'releases'>('releases', 'Releases'),
      history: build.infiniteQuery<HistoryPage, HistoryFilter & { env: string }, number | undefined>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ before }) => before ?? undefined,
        },
        query: ({ queryArg, pageParam: before = queryArg.before }) => ({
          url: 'history',
          params: { ...queryArg, before },
        }),
        providesTags: ['History'],
      }),
      change: read<'change', { env: string; seq: number }>('change'),
      stateAt: read<'state-at', { env: string; at: string; visitor?: string }>('state-at'),
      plannedChange: read<'planned-change', { env: string; releases: string; removedApps: string }>(
        'planned-change',
        'History',
      ),
      errors: read<'errors', ReportParams & { period: string }>('errors'),
      metrics: read<'metrics', ReportParams>('metrics', 'History'),
      webhooks: read<'webhooks', ReportParams>('webhooks', 'History'),
      incident: read<'incident', { minutes: number }>('incident', 'History'),
      policy: read<'policy'>('policy', 'Policy'),
      tokens: read<'tokens'>('tokens', 'Tokens'),
      schedules: read<'schedules'>('schedules', 'Schedules'),
      // The page shows a result of the gates only with the state that they have checked.
      check: call('check', 'State'),
      preview: call('preview'),
      verify: call('verify'),
      changeEnvironment: build.mutation<ChangeResult, { change: Change; seq: number }>({
        query: ({ change: { kind, ...fields }, seq }) => ({ url: kind, method: 'POST', body: { ...fields, seq } }),
        invalidatesTags: ['State'],
      }),
      decide: call('approvals', 'State', 'Policy'),
      comment: call('comment', 'State'),
      setReviewers: call('reviewers', 'State'),
      // After a refusal, the editor shows the difference from the newest version.
      proposePolicy: call('policy', 'State', 'Policy'),
      createToken: call('tokens', 'Tokens'),
      revokeToken: call('tokens/revoke', 'Tokens'),
      schedule: build.mutation<ScheduleView, { change: Change; at: string }>({
        query: ({ change: { kind, ...body }, at }) => ({
          url: 'schedules',
          method: 'POST',
          body: { at, action: { call: kind, body } },
        }),
        invalidatesTags: ['Schedules'],
      }),
      cancelSchedule: call('schedules/cancel', 'Schedules'),
    };
  },
});

/** Options of a query that loads when its view opens, and again after each interval in milliseconds while the window is visible. */
export const reloadEvery = (pollingInterval: number) =>
  ({ pollingInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true }) as const;

/** Loads the changes of an environment in pages, newest first. `loadMore` is null when there are no older ones. */
export function useHistory(env: string, filter: HistoryFilter = {}) {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    consoleApi.useHistoryInfiniteQuery({ env, ...filter });
  return {
    entries: currentData?.pages.flatMap((page) => page.entries) ?? [],
    isLoading: isFetching && !currentData,
    isLoadingMore: isFetchingNextPage,
    error,
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}

const isErrorResponse = (data: unknown): data is ErrorResponse =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string';

/** Converts the error of an API call to its message and findings. */
export function getErrorResponse(error: unknown): ErrorResponse {
  if (typeof error === 'object' && error !== null && 'data' in error && isErrorResponse(error.data)) return error.data;
  return { error: 'The console cannot be reached: check that it is running, then try again.' };
}

/**
 * Whether the signed-in person may make a kind of change of all of the apps, or force it. The server enforces it; the page hides
 * controls.
 *
 * @param apps  Null: the permission for one app is enough.
 */
export function isAllowed(
  { permissions }: EnvironmentView,
  kind: Kind | 'force',
  apps: readonly string[] | null,
): boolean {
  const permission = kind === 'force' ? kind : kinds[kind].permission;
  if (apps === null) return Object.values(permissions).some((allowed) => allowed.includes(permission));
  return apps.every((app) => permissions[app]?.includes(permission) ?? false);
}

/** Whether a live app can be rolled back: it had another version before. */
export const hasEarlier = ({ apps }: EnvironmentView, app: string): boolean =>
  apps.some((live) => live.app === app && live.hasEarlier);
