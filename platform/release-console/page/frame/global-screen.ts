import type { ConsoleState } from '@shop/releases/service-api/responses';

/** Properties of a screen of all environments. */
export interface GlobalScreenProps {
  state: ConsoleState;
  /** The signed-in person. */
  person: string;
}
