import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type {
  ApprovalDecision,
  CheckRequest,
  HaltRequest,
  LockRequest,
  PreviewRequest,
  PromoteRequest,
  RollbackRequest,
  RolloutRequest,
  VerifyRequest,
} from '../../api/requests';
import type {
  AppReleases,
  ChangeResult,
  CheckResult,
  ConsoleState,
  ErrorList,
  HistoryPage,
  PreviewResult,
  SessionView,
  VerifyResult,
  VersionHistory,
  WebhookView,
} from '../../api/responses';

/** Parameters of a page of history. */
interface HistoryParams {
  env: string;
  before?: number;
}

/** Parameters of a report. An absent app means every app. */
export interface ReportParams {
  env: string;
  app?: string | undefined;
}

const post = (url: string) => (body: object) => ({ url, method: 'POST', body });

/** The API of the console's server. The event stream invalidates tags when an environment changes (`use-event-stream.ts`). */
export const consoleApi = createApi({
  reducerPath: 'console',
  baseQuery: fetchBaseQuery({ baseUrl: `${location.origin}/api` }),
  tagTypes: ['Session', 'State', 'Releases', 'History'],
  endpoints: (build) => ({
    session: build.query<SessionView | null, void>({
      query: () => 'session',
      transformResponse: ({ session }: { session: SessionView | null }) => session,
      providesTags: ['Session'],
    }),
    signIn: build.mutation<null, string>({
      query: (token) => post('session')({ token }),
      invalidatesTags: (_result, error) => (error ? [] : ['Session']),
    }),
    signOut: build.mutation<null, void>({ query: () => ({ url: 'session', method: 'DELETE' }) }),
    state: build.query<ConsoleState, void>({ query: () => 'state', providesTags: ['State'] }),
    releases: build.query<AppReleases[], void>({ query: () => 'releases', providesTags: ['Releases'] }),
    history: build.infiniteQuery<HistoryPage, string, HistoryParams['before']>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ before }) => before ?? undefined,
      },
      query: ({ queryArg: env, pageParam: before }) => ({ url: 'history', params: { env, before } }),
      providesTags: ['History'],
    }),
    errors: build.query<ErrorList, ReportParams & { period: string }>({
      query: (params) => ({ url: 'errors', params }),
    }),
    figures: build.query<VersionHistory[], ReportParams>({
      query: (params) => ({ url: 'figures', params }),
      providesTags: ['State'],
    }),
    webhooks: build.query<WebhookView[], string>({
      query: (env) => ({ url: 'webhooks', params: { env } }),
      providesTags: ['History'],
    }),
    check: build.mutation<CheckResult, CheckRequest>({ query: post('check') }),
    promote: build.mutation<ChangeResult, PromoteRequest>({
      query: post('promote'),
      invalidatesTags: ['State', 'History'],
    }),
    rollout: build.mutation<ChangeResult, RolloutRequest>({
      query: post('rollout'),
      invalidatesTags: ['State', 'History'],
    }),
    halt: build.mutation<object, HaltRequest>({ query: post('halt'), invalidatesTags: ['State', 'History'] }),
    rollback: build.mutation<object, RollbackRequest>({
      query: post('rollback'),
      invalidatesTags: ['State', 'History'],
    }),
    lock: build.mutation<object, LockRequest>({ query: post('lock'), invalidatesTags: ['State', 'History'] }),
    unlock: build.mutation<object, LockRequest>({ query: post('unlock'), invalidatesTags: ['State', 'History'] }),
    preview: build.mutation<PreviewResult, PreviewRequest>({ query: post('preview') }),
    verify: build.mutation<VerifyResult, VerifyRequest>({ query: post('verify') }),
    decide: build.mutation<object, ApprovalDecision>({
      query: post('approvals'),
      invalidatesTags: ['State', 'History'],
    }),
  }),
});

export const {
  useSessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useStateQuery,
  useReleasesQuery,
  useHistoryInfiniteQuery,
  useErrorsQuery,
  useFiguresQuery,
  useWebhooksQuery,
  useCheckMutation,
  usePromoteMutation,
  useRolloutMutation,
  useHaltMutation,
  useRollbackMutation,
  useLockMutation,
  useUnlockMutation,
  usePreviewMutation,
  useVerifyMutation,
  useDecideMutation,
} = consoleApi;
