import { startWorker, type WorkerScope } from './worker';

startWorker(self as unknown as WorkerScope);
