import { defineCommand } from '../../cli/command';
import { previewPublishedReleases } from '../../published/preview-published-releases';
import { declareLink, type LinkOptions } from './link-options';

export const preview = defineCommand<[names: string[]], LinkOptions>({
  name: 'preview',
  summary: 'prints a link with which one browser sees releases before they are live',
  examples: ['preview mf-catalog@1.2.0 --ttl 2h --shop-url https://shop.example'],
  declare: (parser) => declareLink(parser.argument('<releases...>', 'releases, such as mf-catalog@1.2.0'), '2h'),
  access: 'sign',
  run: async ({ environment, words: [names], options: { ttl, shopUrl }, author }) => {
    const created = await previewPublishedReleases(environment, names, { by: author.by, duration: ttl, shopUrl });
    return { lines: [created.link, `The link expires at ${created.expiresAt}.`], data: created };
  },
});
