import { takeScreenshots } from '../browsers/take-screenshots';
import { runCommand } from '../run-command';

/**
 * `npm run screenshots` takes a screenshot of every screen on phone, tablet and desktop, light and dark;
 * `npm run screenshots -- cart product` only of the screens whose names contain one of these words.
 */
await runCommand(() => takeScreenshots(process.argv.slice(2)));
