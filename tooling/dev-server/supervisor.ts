import { type Service, startService, stopService } from './managed-process';

/**
 * Runs server processes together: when one ends, or a signal comes, all end, the gentle way. Nothing is left running.
 */
export class Supervisor {
  private readonly starting: Promise<Service>[] = [];
  private readonly running: Service[] = [];
  private readonly beside: Service[] = [];
  private isStopping = false;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void this.stop(0));
  }

  /** Starts a server; `ready` waits for it. */
  start(name: string, entry: string, env: NodeJS.ProcessEnv = {}, args: string[] = []): void {
    const service = startService(name, entry, env, args).then((started) => this.keep(started));
    // Awaited in `ready`; until then a failure must not count as unhandled.
    service.catch(() => undefined);
    this.starting.push(service);
  }

  /** Waits until every server that was started listens. @throws When one of them does not. */
  async ready(): Promise<readonly Service[]> {
    await Promise.all(this.starting);
    return this.running;
  }

  /**
   * Starts a server that the others do without: it holds nobody up, and when it cannot start or ends, they go on. It says
   * itself what is wrong.
   */
  async startBeside(name: string, entry: string, env: NodeJS.ProcessEnv = {}): Promise<Service | null> {
    if (this.isStopping) return null;
    // One that is still starting when all are stopped ends with this process, when its channel closes.
    const service = await startService(name, entry, env).catch(() => null);
    if (!service) return null;
    if (this.isStopping) await stopService(service);
    this.beside.push(service);
    return service;
  }

  /** Says why in one sentence and ends everything. */
  async fail(reason: unknown): Promise<void> {
    console.error(reason instanceof Error ? reason.message : reason);
    await this.stop(1);
  }

  private keep(service: Service): Service {
    this.running.push(service);
    service.process.once('exit', () => {
      if (!this.isStopping) void this.fail(`The ${service.name} ended unexpectedly: the lines above say why.`);
    });
    if (this.isStopping) void stopService(service);
    return service;
  }

  private async stop(exitCode: number): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    await Promise.allSettled(this.starting);
    await Promise.all([...this.running, ...this.beside].map(stopService));
    process.exit(exitCode);
  }
}
