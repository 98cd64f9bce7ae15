import { type ManagedProcess, type ProcessOptions, startProcess, stopProcess } from './managed-process';

/**
 * Runs server processes together. When one of them ends, or this process receives a signal, the supervisor stops all of
 * them with SIGTERM and ends this process.
 */
export class Supervisor {
  private readonly starting: Promise<ManagedProcess>[] = [];
  private readonly required: ManagedProcess[] = [];
  private readonly optional: ManagedProcess[] = [];
  private readonly stopping = new AbortController();

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.stop(0));
  }

  /** Starts a server; {@link waitUntilReady} waits for it. The parameters are those of {@link startProcess}. */
  start(name: string, entry: string, options?: ProcessOptions): void {
    const starting = this.startProcess(name, entry, options).then((started) => this.watch(started));
    // `waitUntilReady` reports a failure. Until then it must not count as an unhandled rejection.
    starting.catch(() => undefined);
    this.starting.push(starting);
  }

  /** Waits until every started server listens. @throws When one of them ends or is not ready in time. */
  async waitUntilReady(): Promise<readonly ManagedProcess[]> {
    await Promise.all(this.starting);
    return this.required;
  }

  /**
   * Starts a server that the others do not depend on. They keep running when it cannot start or ends, which one line says.
   *
   * @param consequence What does not happen without the server, in words for people.
   * @returns The server, or null when it did not start.
   */
  async startOptional(
    name: string,
    entry: string,
    consequence: string,
    options?: ProcessOptions,
  ): Promise<ManagedProcess | null> {
    if (this.isStopping) return null;
    const report = (problem: string) => {
      if (!this.isStopping) console.error(`The ${name} ${problem}. The other servers go on. ${consequence}`);
    };
    const started = await this.startProcess(name, entry, options).catch(() => null);
    if (!started) {
      report('could not be started');
      return null;
    }
    started.process.once('exit', () => report('ended unexpectedly'));
    if (this.isStopping) await stopProcess(started);
    this.optional.push(started);
    return started;
  }

  /** Prints the message of an error, stops every server and ends this process with exit code 1. */
  async fail(reason: unknown): Promise<void> {
    console.error(reason instanceof Error ? reason.message : reason);
    await this.stop(1);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private startProcess(name: string, entry: string, options: ProcessOptions = {}): Promise<ManagedProcess> {
    return startProcess(name, entry, { ...options, abortStart: this.stopping.signal });
  }

  private watch(started: ManagedProcess): ManagedProcess {
    this.required.push(started);
    started.process.once('exit', () => {
      if (!this.isStopping) void this.fail(`The ${started.name} ended unexpectedly. The lines above say why.`);
    });
    if (this.isStopping) void stopProcess(started);
    return started;
  }

  private async stop(exitCode: number): Promise<void> {
    if (this.isStopping) return;
    this.stopping.abort();
    await Promise.allSettled(this.starting);
    await Promise.all([...this.required, ...this.optional].map((running) => stopProcess(running)));
    process.exit(exitCode);
  }
}
