import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { findNamespaceCommand } from './network-namespace';

afterEach(closeTestGateways);

it('each renderer has a network namespace of its own where the system permits it', async () => {
  const { promoteShell } = await openTestGateway();
  await promoteShell('live', '1.0.0');
  const processes = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const pid = Number.parseInt(processes.split('\n').find((line) => line.includes('renderer-process')) ?? '', 10);
  const isIsolated = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net');
  expect(isIsolated).toBe(findNamespaceCommand().length > 0);
});
