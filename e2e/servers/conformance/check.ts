import type { Shop } from './shop';

/** One requirement of a server, and how it is checked. */
export interface Check {
  /** Statement of docs/specification that demands it, such as `7.calls-02`. */
  statement: string;
  /** What the server does. */
  title: string;
  /** The addition to the specification that the check belongs to. A server that does not announce it passes. */
  addition?: string;
  /**
   * Sends the calls of the check.
   *
   * @throws {Mismatch} When the server does something else.
   * @throws {NotChecked} When the check cannot be done.
   */
  run(shop: Shop): Promise<void>;
}
