import { SettingsError } from '@shop/server-settings/read-settings';
import type { Tracing } from './span';

const protocol = 'http/json';

/**
 * Starts the traces of a server when the standard variables of OpenTelemetry ask for them: `OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` or `OTEL_TRACES_EXPORTER=otlp`. Without them no code of OpenTelemetry is loaded.
 *
 * @param serviceName Name of the service when `OTEL_SERVICE_NAME` is not set.
 * @param onError Receives the error of spans that are not sent, once a minute at most.
 * @returns Undefined when traces are off.
 * @throws {SettingsError} When a variable asks for an exporter or a protocol that the server does not have.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export async function startTracing(
  serviceName: string,
  variables: NodeJS.ProcessEnv,
  onError?: (error: Error) => void,
): Promise<Tracing | undefined> {
  if (!isEnabled(variables)) return undefined;
  const { createTracing } = await import('./opentelemetry');
  return createTracing(variables.OTEL_SERVICE_NAME?.trim() || serviceName, onError);
}

function isEnabled(variables: NodeJS.ProcessEnv): boolean {
  const read = (name: string) => variables[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true') return false;
  const exporter = read('OTEL_TRACES_EXPORTER');
  if (exporter === 'none') return false;
  const isAsked =
    exporter !== '' || read('OTEL_EXPORTER_OTLP_ENDPOINT') !== '' || read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  if (!isAsked) return false;
  if (exporter !== '' && exporter !== 'otlp') {
    throw new SettingsError(`OTEL_TRACES_EXPORTER is "${exporter}": give otlp or none.`);
  }
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    const asked = read(name);
    if (asked !== '' && asked !== protocol) {
      throw new SettingsError(`${name} is "${asked}": give ${protocol}, or leave it out.`);
    }
  }
  return true;
}
