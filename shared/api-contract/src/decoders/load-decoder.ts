import type { GenericSchema } from 'valibot';

/**
 * Gives an endpoint of RTK Query a decoder that loads with its first request. A rendered page shows the responses of its document,
 * which are decoded, so its first load needs no decoder. The decoder loads while the request is under way.
 *
 * @param load Imports the decoder. A rejection is the error of the call, and the next call imports it again.
 * @example
 * build.query<StoreInfo, void>({
 *   query: () => '/storeInfo',
 *   ...loadDecoder(async () => (await import('@shop/api-contract/decoders/store-info')).storeInfoDecoder),
 * })
 */
export function loadDecoder<Output>(load: () => Promise<GenericSchema<unknown, Output>>) {
  const rawResponseSchema: Pick<GenericSchema<unknown, Output>, '~standard'> = {
    '~standard': {
      version: 1,
      vendor: 'valibot',
      validate: async (body) => (await load())['~standard'].validate(body),
    },
  };
  return {
    rawResponseSchema,
    onQueryStarted: () => {
      // The call itself reports a decoder that does not load.
      load().catch(() => undefined);
    },
  };
}
