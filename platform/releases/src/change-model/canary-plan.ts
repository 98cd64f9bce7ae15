import * as v from 'valibot';
import { groupsRule, parseGroups, parseRegions, regionsRule } from '../state/canary-audience';
import { isRising, maxStages, stageFields } from './stages';
import { integer } from './value-schemas';

/** A list of regions or groups, which `parse` normalizes. */
const createAudienceList = (what: string, max: number, parse: typeof parseRegions, rule: string) =>
  v.pipe(
    v.array(v.string()),
    v.maxLength(max, `name ${max} ${what} at most`),
    v.check((names) => parse(names) !== null, rule),
    v.transform((names) => parse(names) ?? []),
  );

/** Codes of regions. */
export const regions = createAudienceList('regions', 100, parseRegions, regionsRule);
/** Names of groups of customers. */
export const groups = createAudienceList('groups', 20, parseGroups, groupsRule);

/** The audience of a new canary, and how it grows. */
export const CanaryPlan = v.pipe(
  v.strictObject({
    /** Shares to which the service raises the canary. Absent: a person raises it. */
    stages: v.exactOptional(
      v.pipe(
        v.array(v.strictObject(stageFields)),
        v.minLength(1, 'name a stage'),
        v.maxLength(maxStages, `name ${maxStages} stages at most`),
      ),
    ),
    /** Percent of the visitors. 0 gives the canary to staff, regions and groups only. */
    share: integer(0, 100),
    /** Staff get the canary in addition to the share. */
    staff: v.exactOptional(v.literal(true)),
    /** Visitors from these regions get the canary in addition to the share. */
    regions: v.exactOptional(regions),
    /** Customers of these groups get the canary in addition to the share. */
    groups: v.exactOptional(groups),
  }),
  v.forward(
    v.check(
      ({ share, stages = [] }) => isRising([share, ...stages.map((stage) => stage.share)]),
      'give rising shares, above that of the canary',
    ),
    ['stages'],
  ),
);
export type CanaryPlan = v.InferOutput<typeof CanaryPlan>;
