/** The distribution of figures. */
export interface Distribution {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** The value that a share of all values does not exceed. */
export function quantile(values: ReadonlyArray<number>, share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[at] ?? Number.NaN;
}

/** Returns the median, the 99th percentile and the longest. */
export function distribution(values: ReadonlyArray<number>): Distribution {
  return {
    median: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    longest: Math.max(...values),
  };
}
