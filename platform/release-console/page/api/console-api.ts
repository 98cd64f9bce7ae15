import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { type Change, type Kind, kinds } from '@shop/releases/change-model/changes';
import type { Call, CallBody } from '@shop/releases/service-api/requests';
import type {
  AppReleases,
  CallResponses,
  ChangeDescription,
  ChangeResult,
  ConsoleState,
  EnvironmentView,
  ErrorList,
  ErrorResponse,
  HistoryPage,
  IncidentReport,
  PolicyView,
  ReadResponses,
  ScheduleView,
  SessionView,
  SignOutResponse,
  StateAt,
  TokenView,
  VersionHistory,
  WebhookView,
} from '@shop/releases/service-api/responses';

/** Parameters of a report. An absent app means every app. */
interface ReportParams {
  env: string;
  app?: string | undefined;
}

/** Changes to look for. `since` and `until` are ISO dates and times. Undefined parts match every change. */
export type HistoryFilter = Partial<
  Record<'app' | 'by' | 'action' | 'search' | 'since' | 'until', string | undefined>
> & {
  /** Only changes with a lower number. */
  before?: number | undefined;
};

/** The API of the console's server, with a hook for each call. `use-console-state.ts` invalidates tags when an environment changes. */
export const consoleApi = createApi({
  reducerPath: 'console',
  baseQuery: fetchBaseQuery({ baseUrl: `${location.origin}/api` }),
  tagTypes: ['Session', 'State', 'Releases', 'History', 'Policy', 'Schedules', 'Tokens'],
  endpoints: (build) => {
    const call = <Name extends Call>(url: Name, ...tags: ('State' | 'Policy' | 'Schedules' | 'Tokens')[]) =>
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
      state: build.query<ConsoleState, void>({ query: () => 'state', providesTags: ['State'] }),
      releases: build.query<AppReleases[], void>({ query: () => 'releases', providesTags: ['Releases'] }),
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
      change: build.query<ChangeDescription, { env: string; seq: number }>({
        query: (params) => ({ url: 'change', params }),
      }),
      stateAt: build.query<StateAt, { env: string; at: string; visitor?: string }>({
        query: (params) => ({ url: 'state-at', params }),
      }),
      plannedChange: build.query<ChangeDescription, { env: string; releases: string; removedApps: string }>({
        query: (params) => ({ url: 'planned-change', params }),
        providesTags: ['History'],
      }),
      errors: build.query<ErrorList, ReportParams & { period: string }>({
        query: (params) => ({ url: 'errors', params }),
      }),
      metrics: build.query<VersionHistory[], ReportParams>({
        query: (params) => ({ url: 'metrics', params }),
        providesTags: ['History'],
      }),
      webhooks: build.query<WebhookView[], ReportParams>({
        query: (params) => ({ url: 'webhooks', params }),
        providesTags: ['History'],
      }),
      incident: build.query<IncidentReport[], { minutes: number }>({
        query: (params) => ({ url: 'incident', params }),
        providesTags: ['History'],
      }),
      policy: build.query<PolicyView, void>({ query: () => 'policy', providesTags: ['Policy'] }),
      tokens: build.query<TokenView[], void>({ query: () => 'tokens', providesTags: ['Tokens'] }),
      schedules: build.query<ScheduleView[], void>({ query: () => 'schedules', providesTags: ['Schedules'] }),
      check: call('check'),
      preview: call('preview'),
      verify: call('verify'),
      changeEnvironment: build.mutation<ChangeResult, { change: Change; seq: number }>({
        query: ({ change: { kind, ...fields }, seq }) => ({ url: kind, method: 'POST', body: { ...fields, seq } }),
        invalidatesTags: ['State'],
      }),
      decide: call('approvals', 'State', 'Policy'),
      comment: call('comment', 'State'),
      setReviewers: call('reviewers', 'State'),
      proposePolicy: call('policy', 'State'),
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
