/** What came of an operator's command, as a sentence. */
export interface OperatorReply {
  ok: boolean;
  sentence: string;
}
