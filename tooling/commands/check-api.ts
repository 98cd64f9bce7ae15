import { CannotCheckError, runChecks } from '@shop/e2e/conformance/run-checks';
import { readCheckArguments } from '../check-api/check-arguments';
import { formatHead, formatResult, formatSummary } from '../check-api/check-report';
import { readArguments } from '../read-arguments';

/**
 * `npm run check:api -- http://host/api/v1 --email … --password …` checks another server against the calls of the specification. It
 * prints a line for each check, and exits with 1 when one fails. docs/existing-commerce.md.
 */
const options = readArguments(readCheckArguments);
try {
  const summary = await runChecks(options, {
    begin: () => console.log(formatHead(options)),
    result: (result) => console.log(formatResult(result)),
  });
  console.log(formatSummary(summary));
  process.exitCode = summary.results.some(({ outcome }) => outcome.kind === 'failed') ? 1 : 0;
} catch (error) {
  if (!(error instanceof CannotCheckError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
