import { deliverWebhooks, reportWebhooks, type WebhookReport } from '@shop/releases/webhooks/deliver-webhooks';
import type { RunCommand } from '../cli/command';

function formatReport({ name, handled, pending, attempts, lastError, nextAttemptAt, failed }: WebhookReport): string[] {
  const next = nextAttemptAt ? `, next attempt at ${new Date(nextAttemptAt).toISOString()}` : '';
  const tries = attempts > 0 ? `, ${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}${next}` : '';
  return [
    `${name}: delivered up to change ${handled}, ${pending} pending${tries}`,
    ...(lastError && pending > 0 ? [`  last error: ${lastError}`] : []),
    ...failed.map(
      ({ change, at, error }) => `  given up: change ${change} at ${new Date(at).toISOString()} (${error})`,
    ),
  ];
}

export const webhooks: RunCommand<[], { deliver?: true }> = async ({
  environment,
  host,
  options: { deliver = false },
}) => {
  const configured = host.webhooks ?? [];
  if (deliver) await deliverWebhooks(environment, configured);
  const reports = await reportWebhooks(environment, configured);
  return {
    lines:
      reports.length > 0
        ? reports.flatMap(formatReport)
        : [`${environment.name} has no webhooks: name a file with them in RELEASE_WEBHOOKS.`],
    data: reports,
    isOk: reports.every(({ attempts, failed }) => attempts === 0 && failed.length === 0),
  };
};
