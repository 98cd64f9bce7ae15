import type { Release } from '../release/release';
import type { Gate, Problem } from './gate';

const warn = ({ app, version }: Release, problem: string, language: string): Problem => ({
  app,
  problem: `version ${version} ${problem}`,
  remedy: `add the translations to src/texts/${language}.json, and publish a new version`,
  isWarning: true,
});

/** The gate that warns about apps without texts in a language of the shell. Their pages show English texts. */
export const textsGate: Gate = {
  name: 'texts',
  check: ({ shell, remotes }) =>
    (shell.languages ?? []).flatMap((language) =>
      [shell, ...remotes].flatMap((release): Problem[] => {
        if (!release.languages?.includes(language)) {
          return [warn(release, `has no texts in ${language}: it shows English ones`, language)];
        }
        const missing = release.missingTexts?.[language] ?? 0;
        return missing > 0
          ? [warn(release, `lacks ${missing} of its texts in ${language}: they show in English`, language)]
          : [];
      }),
    ),
};
