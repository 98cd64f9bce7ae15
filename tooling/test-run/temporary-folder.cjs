const { spawn } = require('node:child_process');
const { chmodSync, mkdirSync, mkdtempSync, symlinkSync } = require('node:fs');
const { tmpdir, userInfo } = require('node:os');
const path = require('node:path');

/** Gives the tests of a run a temporary folder. The folder is removed after the run, also when the run was killed. */
module.exports = function createTemporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  // The tests start PostgreSQL as another user.
  chmodSync(folder, 0o755);
  // tsx keeps compiled files for the next run.
  const cache = path.join(tmpdir(), `tsx-${userInfo().uid}`);
  mkdirSync(cache, { recursive: true });
  symlinkSync(cache, path.join(folder, path.basename(cache)));
  process.env.TMPDIR = folder;
  // Programs that the tests started may write until they end.
  const remove = `while kill -0 ${process.pid} 2>/dev/null; do sleep 1; done; sleep 5; rm -rf '${folder}'`;
  spawn('sh', ['-c', remove], { detached: true, stdio: 'ignore' }).unref();
};
