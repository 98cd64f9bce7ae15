import * as v from 'valibot';
import { settingsObject } from '../store/schemas';
import type { Release } from './release';

/* Where releases were built from, with the addresses of the pages about it. */

/** Whether a browser may open an address: https, or http to this machine. Slack ends a link at `|` and `>`. */
const isPage = (text: string): boolean =>
  /^(https:\/\/|http:\/\/localhost[:/])[^\s"<>{}|\\]+$/.test(text) && URL.canParse(text);

const exampleRepository = 'https://git.example/shop';

/** An address with a placeholder. `{repository}` at its start is the repository that the release names. */
function createTemplate(placeholder: string, example: string) {
  const rule = `give an https address with {${placeholder}}, such as ${exampleRepository}${example} or {repository}${example}`;
  const isTemplate = (text: string) =>
    text.includes(`{${placeholder}}`) &&
    isPage(text.replace(/^\{repository\}/, exampleRepository).replaceAll(`{${placeholder}}`, '1'));
  return v.pipe(v.string(rule), v.check(isTemplate, rule));
}

/** Addresses of the pages of commits and pipelines. */
export const LinkTemplates = settingsObject({
  commit: v.exactOptional(createTemplate('commit', '/-/commit/{commit}')),
  pipeline: v.exactOptional(createTemplate('pipeline', '/-/pipelines/{pipeline}')),
});
export type LinkTemplates = v.InferOutput<typeof LinkTemplates>;

/** What a release was built from. */
export const ReleaseSource = v.object({
  /** Commit of the sources, with `-dirty` for uncommitted changes; empty when unknown. */
  commit: v.string(),
  /** Page of the commit. Absent: there is none, or no setting says where. */
  commitUrl: v.exactOptional(v.string()),
  /** Id of the pipeline that published it. Absent when no pipeline did. */
  pipeline: v.exactOptional(v.string()),
  /** Page of the pipeline. */
  pipelineUrl: v.exactOptional(v.string()),
});
export type ReleaseSource = v.InferOutput<typeof ReleaseSource>;

/** The source of an app's release. */
export const AppSource = v.object({ app: v.string(), version: v.string(), ...ReleaseSource.entries });
export type AppSource = v.InferOutput<typeof AppSource>;

/**
 * Address of the page of a repository, which the field `repository` of npm names: by a URL, by an address of git, or as
 * `github:shop/mf-a` or `shop/mf-a`.
 *
 * @returns Null for an address that no browser opens.
 */
function toWebAddress(repository: string): string | null {
  const web = repository
    .replace(/#.*$/, '')
    .replace(/^(github|gitlab):/, 'https://$1.com/')
    .replace(/^[\w-]+\/[\w.-]+$/, 'https://github.com/$&')
    .replace(/^git@([^:/]+)[:/]/, 'https://$1/')
    // The port is that of SSH or git.
    .replace(/^(?:git|ssh):\/\/(?:[^/@]*@)?([^:/]+)(?::\d+\/|[:/])/, 'https://$1/')
    .replace(/\/*(\.git)?\/*$/, '');
  return /^https?:\/\/[^\s"<>]+$/.test(web) && URL.canParse(web) ? web : null;
}

/**
 * Creates the addresses of pages about a repository: by the templates, else in the form of GitHub or of GitLab. Null where there is
 * no page.
 */
export function createSourceLinks(repository: string | undefined, templates: LinkTemplates = {}) {
  const web = toWebAddress(repository ?? '');
  const isGitLab = web !== null && /\bgitlab\b/.test(new URL(web).hostname);
  const pages = isGitLab ? `${web}/-` : web;
  const find = (commit: string | undefined) => commit?.match(/^[0-9a-f]{7,64}/)?.[0];
  const fill = (template: string, placeholder: string, value: string): string | null => {
    if (template.startsWith('{repository}') && !web) return null;
    const url = template
      .replace(/^\{repository\}/, () => web ?? '')
      .replaceAll(`{${placeholder}}`, () => encodeURIComponent(value));
    return isPage(url) ? url : null;
  };
  return {
    commit: (hash: string): string | null => {
      const commit = find(hash);
      if (!commit) return null;
      if (templates.commit) return fill(templates.commit, 'commit', commit);
      return pages && `${pages}/commit/${commit}`;
    },
    pipeline: (id: string): string | null => {
      if (templates.pipeline) return fill(templates.pipeline, 'pipeline', id);
      if (isGitLab) return `${pages}/pipelines/${encodeURIComponent(id)}`;
      return web && new URL(web).hostname === 'github.com' ? `${web}/actions/runs/${encodeURIComponent(id)}` : null;
    },
    compare: (before: string | undefined, after: string | undefined): string | null => {
      const [from, to] = [find(before), find(after)];
      return pages && from && to && from !== to ? `${pages}/compare/${from}...${to}` : null;
    },
  };
}

/** Describes what a release was built from. */
export function describeSource(
  { commit, pipeline, repository }: Pick<Release, 'commit' | 'pipeline' | 'repository'>,
  templates?: LinkTemplates,
): ReleaseSource {
  const links = createSourceLinks(repository, templates);
  const commitUrl = links.commit(commit);
  const pipelineUrl = pipeline === undefined ? null : links.pipeline(pipeline);
  return {
    commit,
    ...(commitUrl ? { commitUrl } : {}),
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(pipelineUrl ? { pipelineUrl } : {}),
  };
}
