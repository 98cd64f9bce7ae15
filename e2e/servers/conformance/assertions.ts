import { isRecord } from '@shop/api-contract/decoders/values';
import * as v from 'valibot';
import type { ApiResponse } from './client';

/** The server does not do what a check expects. */
export class Mismatch extends Error {
  override name = 'Mismatch';

  constructor(
    readonly expected: string,
    readonly received: string,
  ) {
    super(`expected ${expected}, received ${received}`);
  }
}

/** A check that was not done, with the reason. Its cause is the failure of another check, or an option of the caller. */
export class NotChecked extends Error {
  override name = 'NotChecked';
}

/** Characters of a received value in a message. */
const maxShown = 200;

/** Formats a value for a message: JSON, cut at 200 characters. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Tells whether two values have the same JSON, whatever its length. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Formats a response for a message: `GET /orders: 403 {"error":"…"}`. */
export function showResponse({ call, status, json, text }: ApiResponse): string {
  return `${call}: ${status} ${show(json ?? text)}`;
}

/** @throws {Mismatch} When a condition does not hold. */
export function assertThat(holds: boolean, expected: string, received: unknown): asserts holds {
  if (!holds) throw new Mismatch(expected, typeof received === 'string' ? received : show(received));
}

/** @throws {Mismatch} When the status of a response is none of these. */
export function assertStatus(response: ApiResponse, ...statuses: readonly number[]): void {
  assertThat(statuses.includes(response.status), `the status ${statuses.join(' or ')}`, showResponse(response));
}

/** @throws {Mismatch} When a call is not successful with JSON. */
export function assertSuccess(response: ApiResponse): void {
  const isSuccess = response.status >= 200 && response.status < 300 && response.json !== undefined;
  assertThat(isSuccess, 'a status of success with JSON', showResponse(response));
  response.isRead = true;
}

/** Reads the message of an error for people. It is empty when the body has none. */
export function readErrorText(response: ApiResponse): string {
  const { json } = response;
  const text = isRecord(json) && typeof json.error === 'string' ? json.error.trim() : '';
  if (text !== '') response.isRead = true;
  return text;
}

/**
 * Checks that the server refuses a call.
 *
 * @param what What is refused, for the message. Default: nothing more.
 * @throws {Mismatch} When it does not.
 */
export function assertRefused(response: ApiResponse, what = ''): void {
  const isRefused = response.status >= 400 && response.status < 500;
  assertThat(isRefused, `a refusal${what && ` of ${what}`}: a status from 400 to 499`, showResponse(response));
}

/** @throws {Mismatch} When the server does not refuse a call with a message that the shopper reads. */
export function assertRefusedWithText(response: ApiResponse): void {
  assertRefused(response);
  assertThat(readErrorText(response) !== '', 'a body {"error": "message"}', showResponse(response));
}

/** Decodes the body of a response as the shop does. @throws {Mismatch} When the shop cannot read it. */
export function decode<Output>(decoder: v.GenericSchema<unknown, Output>, response: ApiResponse): Output {
  assertSuccess(response);
  const { success, output, issues } = v.safeParse(decoder, response.json);
  if (success) return output;
  throw new Mismatch(`a body that the shop can read (${issues[0].message})`, showResponse(response));
}
