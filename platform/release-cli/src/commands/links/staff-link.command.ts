import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { defineCommand } from '../../cli/command';
import { declareLink, type LinkOptions } from './link-options';

export const staffLink = defineCommand<[], LinkOptions>({
  name: 'staff-link',
  summary: "prints a link that marks one browser as a staff member's, for canaries with --staff",
  examples: ['staff-link --ttl 7d --shop-url https://shop.example'],
  declare: (parser) => declareLink(parser, '7d'),
  access: 'sign',
  run: async ({ environment, options: { ttl, shopUrl }, author }) => {
    const pass = await createStaffPass(environment, { by: author.by, duration: ttl });
    const link = `${shopUrl}/-/staff/${pass.id}`;
    return { lines: [link, `The link expires at ${pass.expiresAt}.`], data: { link, ...pass } };
  },
});
