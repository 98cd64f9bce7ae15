import { weights } from '@shop/product-search/search-document';
import type { SearchPlan, SearchTerm, SearchUnit } from '@shop/product-search/search-plan';
import { type RawBuilder, sql } from 'kysely';

/** Products that match a plan, and their rank. */
export interface MatchQuery {
  /** Condition on a row of product_search. */
  condition: RawBuilder<boolean>;
  rank: RawBuilder<number>;
}

/** Writes a term as a lexeme of a tsvector or a tsquery. */
export const quoteTerm = (term: string): string => `'${term.replace(/['\\]/g, '$&$&')}'`;

const writeTerm = ({ term, isPrefix }: SearchTerm, weight: string) => {
  const flags = (isPrefix ? '*' : '') + weight;
  return quoteTerm(term) + (flags && `:${flags}`);
};
const writeAny = (terms: readonly SearchTerm[], weight = '') =>
  `(${terms.map((term) => writeTerm(term, weight)).join('|')})`;
const writeUnit = ({ words, joined }: SearchUnit) => {
  const all = words.map((terms) => writeAny(terms)).join('&');
  return joined.length > 0 ? `((${all})|${writeAny(joined)})` : `(${all})`;
};
const toQuery = (text: string) => sql`${text}::tsquery`;

/** Terms outside of descriptions. */
const listNamed = (terms: readonly SearchTerm[]) => terms.filter(({ term }) => !term.startsWith('.'));

/** The weight of the best of the terms. 0 without one. */
function createWeight(terms: readonly SearchTerm[]): RawBuilder<number> {
  const named = listNamed(terms);
  if (named.length === 0) return sql<number>`0`;
  const has = (weight: string) => toQuery(writeAny(named, weight));
  return sql<number>`(case when named @@ ${has('A')} then ${sql.lit(weights.title)} when named @@ ${has('B')} then ${sql.lit(weights.category)} when named @@ ${has('C')} then ${sql.lit(weights.attribute)} else 0 end)`;
}

/** The rank of a unit, as `rankUnit` defines it. */
function createUnitRank({ words, joined }: SearchUnit): RawBuilder<number> {
  const least = sql.lit(weights.description);
  const sum = sql.join(
    words.map((terms) => sql`greatest(${createWeight(terms)}, ${least})`),
    sql` + `,
  );
  if (joined.length === 0) return sql<number>`(${sum})`;
  return sql<number>`greatest(${sum}, ${createWeight(joined)} * ${sql.lit(words.length)})`;
}

/** The number of words of a unit that a product has outside of its description. */
function createUnitCount({ words, joined }: SearchUnit): RawBuilder<number> {
  const has = (terms: readonly SearchTerm[]) => {
    const named = listNamed(terms);
    return named.length === 0 ? sql`0` : sql`(named @@ ${toQuery(writeAny(named))})::int`;
  };
  const sum = sql.join(words.map(has), sql` + `);
  return sql<number>`greatest(${sum}, ${has(joined)} * ${sql.lit(words.length)})`;
}

/** Creates the condition of products that match the whole plan. @see SearchPlan */
export function createMatchQuery(plan: SearchPlan): MatchQuery {
  const { units, wordCount } = plan;
  const named = listNamed(units.flatMap((unit) => unit.words.flat()));
  const joined = units.flatMap((unit) => unit.joined);
  const all = sql<boolean>`terms @@ ${toQuery(units.map(writeUnit).join('&'))}`;
  const isNamed = named.length === 0 ? sql<boolean>`false` : sql<boolean>`named @@ ${toQuery(writeAny(named))}`;
  const isJoined = joined.length === 0 ? sql<boolean>`false` : sql<boolean>`terms @@ ${toQuery(writeAny(joined))}`;
  return {
    condition: wordCount === 1 ? all : sql<boolean>`(${all} and (${isNamed} or ${isJoined}))`,
    rank: createRank(plan),
  };
}

/** Creates the condition of products that have most words of a plan. Null when the plan does not allow that. @see SearchPlan */
export function createMostWordsQuery(plan: SearchPlan): MatchQuery | null {
  const { units, wordCount, nouns } = plan;
  if (wordCount < 3 || nouns.length === 0) return null;
  const count = sql.join(units.map(createUnitCount), sql` + `);
  const condition = sql<boolean>`(terms @@ ${toQuery(writeAny(nouns))} and (${count}) * 2 > ${sql.lit(wordCount)})`;
  return { condition, rank: createRank(plan) };
}

const createRank = ({ units }: SearchPlan) => sql<number>`(${sql.join(units.map(createUnitRank), sql` + `)})`;
