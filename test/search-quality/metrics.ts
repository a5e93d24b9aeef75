/** Measures of ranked lists. A list is given by the grades of its results, best first; 0 is a result that doesn't answer the query. */

/** Results beyond this position don't count. */
const depth = 10

const discountedGain = (grades: readonly number[]) =>
  grades.slice(0, depth).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)

/**
 * Normalised discounted cumulative gain of the first ten results. A grade counts as 2^grade − 1.
 * @param grades of the results
 * @param idealGrades of all things that answer the query, found or not; at least one
 */
export const ndcg = (grades: readonly number[], idealGrades: readonly number[]): number =>
  discountedGain(grades) / discountedGain(idealGrades.toSorted((a, b) => b - a))

/** Returns 1 divided by the position of the first result with grade 2 or better. */
export function reciprocalRank(grades: readonly number[]): number {
  const index = grades.slice(0, depth).findIndex((grade) => grade >= 2)
  return index === -1 ? 0 : 1 / (index + 1)
}

/** The results of a query. */
export interface QueryGrades {
  grades: readonly number[]
  all: readonly number[]
}
export interface Quality {
  queries: number
  ndcg: number
  mrr: number
  /** The share of queries that found nothing. */
  zeroHitRate: number
}

/** Returns averages over queries. There must be at least one query. */
export function qualityOf(measured: readonly QueryGrades[]): Quality {
  const meanOf = (valueOf: (item: QueryGrades) => number) => measured.reduce((sum, item) => sum + valueOf(item), 0) / measured.length
  return {
    queries: measured.length,
    ndcg: meanOf(({ grades, all }) => ndcg(grades, all)),
    mrr: meanOf(({ grades }) => reciprocalRank(grades)),
    zeroHitRate: meanOf(({ grades }) => (grades.length ? 0 : 1)),
  }
}
