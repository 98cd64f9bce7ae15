import * as v from 'valibot';
import { loadDecoder } from './load-decoder';

const decoder = v.pipe(
  v.string(),
  v.transform((text) => text.length),
);

const validate = (endpoint: ReturnType<typeof loadDecoder<number>>, body: unknown) =>
  endpoint.rawResponseSchema['~standard'].validate(body);

it('loads the decoder when a request starts', () => {
  const load = jest.fn(async () => decoder);
  const endpoint = loadDecoder(load);
  expect(load).not.toHaveBeenCalled();
  endpoint.onQueryStarted();
  expect(load).toHaveBeenCalledTimes(1);
});

it('decodes a response, and reports one that does not match', async () => {
  const endpoint = loadDecoder(async () => decoder);
  expect(await validate(endpoint, 'four')).toMatchObject({ value: 4 });
  expect(await validate(endpoint, 4)).toMatchObject({ issues: [{ message: expect.stringContaining('string') }] });
});

it('fails the call whose decoder does not load, and loads it again for the next call', async () => {
  const load = jest.fn(async () => decoder);
  load.mockRejectedValueOnce(new Error('Loading chunk decoders failed'));
  const endpoint = loadDecoder(load);
  await expect(validate(endpoint, 'four')).rejects.toThrow('Loading chunk decoders failed');
  expect(await validate(endpoint, 'four')).toMatchObject({ value: 4 });
});
