import webpack from 'webpack';
import config from './webpack.config.mjs';

webpack(config).run((error, stats) => {
  if (!error && !stats.hasErrors()) return;
  console.error(error ?? stats.toString());
  process.exitCode = 1;
});
