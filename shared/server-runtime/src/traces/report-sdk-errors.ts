import { DiagLogLevel, diag } from '@opentelemetry/api';

/** Milliseconds between two reports. A collector that cannot be reached fails with every batch. */
const silenceMs = 60_000;

/**
 * Reports what the SDK of OpenTelemetry complains about, such as a collector that does not answer or an invalid variable. The SDK
 * is silent without it.
 *
 * @param onError Receives one error a minute at most.
 */
export function reportSdkErrors(onError: (error: Error) => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() < reportedAt + silenceMs) return;
    reportedAt = performance.now();
    onError(new Error(formatDiagnostic(message)));
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Extracts message and code of an error, which the SDK logs as JSON with its stack and the answer of the collector. */
function formatDiagnostic(text: string): string {
  try {
    const { message = '', code }: { message?: string; code?: string } = JSON.parse(text);
    return code && !message.includes(code) ? `${message} (${code})` : message || text;
  } catch {
    return text;
  }
}
