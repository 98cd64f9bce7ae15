import { formatNginxConfiguration, readEdgeSettings } from './nginx-configuration';

/** `npm run --silent nginx -w platform/deploy -- --gateway 10.0.0.1:3000 > nginx.conf` prints the configuration of the web server in front of the gateways. */
try {
  process.stdout.write(formatNginxConfiguration(readEdgeSettings(process.argv.slice(2))));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
