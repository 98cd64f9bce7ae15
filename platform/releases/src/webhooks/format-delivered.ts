import type { WebhookView } from '../service-api/responses';

/** Says what a webhook has received: `last delivery: change 7`. Changes that it does not want count as handled. */
export const formatDelivered = ({ delivered, handled }: Pick<WebhookView, 'delivered' | 'handled'>): string =>
  delivered === null ? `nothing delivered yet, it gets changes after ${handled}` : `last delivery: change ${delivered}`;
