import { publish as publishBuild } from '@shop/releases/release/publish';
import { parseVersion } from '@shop/releases/release/version';
import { defineCommand, UsageError } from '../../cli/command';
import { parsePlainText, parseWith, valueOption } from '../../cli/parse-values';
import { assertFitsShell } from '../../published/assert-fits-shell';

interface PublishOptions {
  version?: string;
  from?: string;
  /** Release of the shell to compile against, as `shell@1.2.0`. */
  shell?: string;
}

export const publish = defineCommand<[app: string], PublishOptions>({
  name: 'publish',
  summary: 'builds an app twice, compares both builds, checks a remote against the shell and uploads the release',
  examples: ['publish mf-catalog --version 1.2.0', 'publish mf-reviews --from ../reviews/mf-reviews'],
  declare: (parser) =>
    parser
      .argument('<app>', 'name of the app, such as mf-catalog')
      .addOption(
        valueOption('--version <version>', "version of the release (default: the package's)", (text, name) =>
          parseWith(() => parseVersion(text, name)),
        ),
      )
      .addOption(
        valueOption('--from <folder>', 'folder of an app outside this repository', (text, name) => {
          const folder = parsePlainText(text, name);
          if (folder) return folder;
          throw new UsageError(`${name} is empty: name the folder of an app.`);
        }),
      )
      .addOption(
        valueOption(
          '--shell <release>',
          'shell that the remote must fit, such as shell@1.2.0 (default: the live one)',
          parsePlainText,
        ),
      ),
  access: 'publish',
  run: async ({ words: [app], options: { version, from, shell }, environment, host }) => {
    const apps = host.listApps();
    if (!from && !apps.includes(app)) {
      throw new UsageError(`There is no app "${app}": choose from ${apps.join(', ')}, or name its folder with --from.`);
    }
    const build = await host.build(app, { ...(version ? { version } : {}), ...(from ? { folder: from } : {}) });
    const isShell = app === 'shell';
    const fit = isShell ? [] : await assertFitsShell(environment, host.typeCheck, { app, ...build, shell });
    const release = await publishBuild(environment.store, { ...build, app });
    const files = Object.values(release.files);
    const kilobytes = files.reduce((sum, { size }) => sum + size, 0) / 1024;
    return {
      lines: [
        `${app}@${release.version} (${release.digest}) is published: ${files.length} files, ${kilobytes.toFixed(0)} KB`,
        ...fit.map((line) => `  ${line}`),
      ],
      data: release,
    };
  },
});
