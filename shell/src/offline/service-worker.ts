import { startWorker } from './worker';
import type { WorkerScope } from './worker-scope';

startWorker(self as unknown as WorkerScope);
