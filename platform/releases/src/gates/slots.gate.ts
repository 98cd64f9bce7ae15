import type { Composition } from '@shop/remote-contract/composition';
import { matchRemoteRoute } from '@shop/remote-contract/match-remote-route';
import { isInsidePath } from '@shop/remote-contract/return-path';
import { linkSlotNames, maxLinkTextLength, maxSlotOrder, slotNames } from '@shop/remote-contract/slot-names';
import { compareSlotPositions, type SlotLink } from '@shop/remote-contract/slots';
import { isPlainText } from '../policy/text-sanitization';
import type { Release } from '../release/release';
import type { PolicyRules } from '../state/environment';
import { composeReleases } from '../state/resolve-composition';
import type { Gate, Problem } from './gate';

type SlotRules = PolicyRules['slots'];

interface Filler {
  release: Release;
  slot: string;
  order: number;
  link?: SlotLink;
}

const listFillers = (release: Release): Filler[] => [
  ...Object.entries(release.slots ?? {}).map(([slot, { order }]) => ({ release, slot, order })),
  ...Object.entries(release.links ?? {}).flatMap(([slot, links]) =>
    links.map((link) => ({ release, slot, order: link.order, link })),
  ),
];

const describe = ({ release, slot, link }: Filler) =>
  link
    ? `version ${release.version} adds the link "${link.text}" to ${slot}`
    : `version ${release.version} fills ${slot}`;

/** Returns the reason and the remedy for a slot that does not exist. */
function checkName({ slot, link }: Filler): [string, string] | null {
  const [known, other] = link ? [linkSlotNames, slotNames] : [slotNames, linkSlotNames];
  if ((known as readonly string[]).includes(slot)) return null;
  const kind = link ? 'links' : 'components';
  if ((other as readonly string[]).includes(slot)) {
    return [
      `which takes ${link ? 'components' : 'links'}, not ${kind}`,
      `declare it in \`${link ? 'slots' : 'links'}\` of src/slots.ts`,
    ];
  }
  return ['which the shop does not have', `choose a slot for ${kind}: ${known.join(', ')}`];
}

function checkOrder({ order }: Filler): [string, string] | null {
  if (Number.isInteger(order) && order >= 0 && order <= maxSlotOrder) return null;
  return [`with the order ${order}`, `choose a whole number from 0 to ${maxSlotOrder} in src/slots.ts`];
}

function checkRule({ release, slot }: Filler, rules: SlotRules): [string, string] | null {
  const apps = Object.hasOwn(rules, slot) ? rules[slot] : undefined;
  if (!apps || apps.includes(release.app)) return null;
  return [
    `which the release policy leaves to ${apps.join(' and ') || 'no app'}`,
    `remove it from src/slots.ts, or have ${release.app} added to slots["${slot}"] of the release policy`,
  ];
}

function checkLink({ link }: Filler, composition: Composition): [string, string] | null {
  if (!link) return null;
  if (!link.text || link.text.trim() !== link.text || link.text.length > maxLinkTextLength || !isPlainText(link.text)) {
    return ['whose text cannot be shown', `write one line of 1 to ${maxLinkTextLength} characters`];
  }
  if (!isInsidePath(link.to)) return [`which leads to ${link.to}`, 'link to a path of the shop, such as /reviews'];
  if (isShown(composition, link.to)) return null;
  return [
    `which leads to ${link.to}, and no remote owns that path`,
    'correct the link, or promote the remote that owns it as well',
  ];
}

function checkSequence(fillers: readonly Filler[], slot: string, apps: readonly string[]): Problem[] {
  const sorted = fillers
    .filter((filler) => filler.slot === slot && apps.includes(filler.release.app))
    .sort((a, b) => compareSlotPositions({ ...a, app: a.release.app }, { ...b, app: b.release.app }));
  return sorted.flatMap((filler, index): Problem[] => {
    const before = sorted[index - 1];
    if (!before || apps.indexOf(before.release.app) <= apps.indexOf(filler.release.app)) return [];
    return [
      {
        app: filler.release.app,
        problem: `${describe(filler)} after ${before.release.app}, and the release policy puts it first`,
        remedy: `give it an order below ${before.order} in src/slots.ts`,
      },
    ];
  });
}

/** Whether a remote shows a page at an address. A parameter with known values has one of them. */
function isShown(composition: Composition, address: string): boolean {
  const match = matchRemoteRoute(composition, new URL(address, 'http://shop.invalid').pathname);
  if (!match || match.path.status !== undefined) return false;
  return Object.entries(match.path.known ?? {}).every(([name, values]) => values.includes(match.params[name] ?? ''));
}

/**
 * Creates the gate that lets remotes fill the slots that the shop has and the release policy leaves to them, in the order of
 * the policy. Without a rule for a slot, its fillers are sorted by their order and then by app name.
 *
 * @see docs/decisions/0038
 */
export const createSlotsGate = (rules: SlotRules = {}): Gate => ({
  name: 'slots',
  check: ({ shell, remotes }) => {
    const releases = remotes.map((release) => ({ release, previous: null }));
    const composition = composeReleases({ seq: 0, env: '' }, shell, releases);
    const fillers = remotes.flatMap(listFillers);
    const problems = fillers.flatMap((filler): Problem[] => {
      const found =
        checkName(filler) ?? checkOrder(filler) ?? checkRule(filler, rules) ?? checkLink(filler, composition);
      if (!found) return [];
      const [reason, remedy] = found;
      return [{ app: filler.release.app, problem: `${describe(filler)}, ${reason}`, remedy }];
    });
    const sequences = Object.entries(rules).flatMap(([slot, apps]) => checkSequence(fillers, slot, apps));
    return [...problems, ...sequences];
  },
});
