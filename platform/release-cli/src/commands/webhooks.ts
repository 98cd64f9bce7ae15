import type { WebhookView } from '@shop/releases/service-api/responses';
import { deliverWebhooks, reportWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import { formatDelivered } from '@shop/releases/webhooks/format-delivered';
import { type RunCommand, UsageError } from '../cli/command';
import { loadState } from './inspection';

function formatReport(report: WebhookView): string[] {
  const { name, pending, attempts, lastError, nextAttemptAt, givenUp } = report;
  const next = nextAttemptAt ? `, next attempt at ${nextAttemptAt}` : '';
  const tries = attempts > 0 ? `, ${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}${next}` : '';
  return [
    `${name}: ${formatDelivered(report)}, ${pending} pending${tries}`,
    ...(lastError ? [`  last error: ${lastError}`] : []),
    ...givenUp.map(({ change, at, error }) => `  given up: change ${change} at ${at} (${error})`),
  ];
}

export const webhooks: RunCommand<[], { deliver?: true }> = async ({
  environment,
  service,
  host,
  options: { deliver = false },
}) => {
  const configured = host.webhooks ?? [];
  if (deliver && service) throw new UsageError('The release service delivers changes itself: leave --deliver out.');
  await loadState(environment);
  if (deliver) await deliverWebhooks(environment, configured);
  const reports = service
    ? await service.readWebhooks(environment.name)
    : await reportWebhooks(environment, configured);
  const where = service ? 'in RELEASE_WEBHOOKS of the release service' : 'in RELEASE_WEBHOOKS';
  return {
    lines:
      reports.length > 0
        ? reports.flatMap(formatReport)
        : [`${environment.name} has no webhooks: name a file with them ${where}.`],
    data: reports,
    isOk: reports.every(({ attempts, givenUp }) => attempts === 0 && givenUp.length === 0),
  };
};
