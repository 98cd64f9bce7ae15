import type { CanaryAllowlist } from '../canary/canary-allowlist';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import type { GatewayMetrics } from '../operation/gateway-metrics';
import type { PageCache } from '../page-cache/page-cache';
import type { Previews } from '../previews/previews';
import type { GatewaySettings } from '../settings';
import type { TelemetryRecorder } from '../telemetry/telemetry-recorder';

export interface DocumentOptions {
  settings: Pick<GatewaySettings, 'publicApiBase' | 'publicUrl' | 'orderAmounts' | 'paymentOrigins' | 'imageOrigins'>;
  /** Returns the live composition; null while there is none. */
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** Reports whether the release store cannot be read or trusted now. Default: never. */
  isDegraded?: () => boolean;
  /** Returns the running canaries, oldest first. Default: none. */
  canaries?: () => readonly LiveCanary[];
  /** Absent in development, where nothing can be previewed. */
  previews?: Previews;
  /** Absent where there is no canary. */
  allowlist?: CanaryAllowlist;
  /** Absent in development, where nothing is recorded. */
  telemetry?: TelemetryRecorder;
  /** Cache of rendered pages. Absent where every document is rendered for its request. */
  pageCache?: PageCache | undefined;
  metrics?: GatewayMetrics | undefined;
  /** Inline script of every document that runs before all others; development only. */
  firstScript?: string;
}
