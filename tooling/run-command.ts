/**
 * Runs the work of a command. A failure is printed as its message, without a stack, and sets exit code 1.
 *
 * @param work Resolves to the exit code.
 */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
