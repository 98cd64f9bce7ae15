/** What came of an operator's command, as a message. */
export interface OperatorResult {
  ok: boolean;
  message: string;
}
