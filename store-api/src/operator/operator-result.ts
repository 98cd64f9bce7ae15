/** Result of an operator's command. The message is printed. */
export interface OperatorResult {
  ok: boolean;
  message: string;
}
