/** The distribution of figures. */
export interface Distribution {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** The value that a share of all values does not exceed. */
export function quantile(values: ReadonlyArray<number>, share: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  const index = Math.min(
    ascending.length - 1,
    Math.max(0, Math.ceil(share * ascending.length) - 1),
  );
  return ascending[index] ?? Number.NaN;
}

/** Returns the median, the 99th percentile and the longest. */
export function distribution(values: ReadonlyArray<number>): Distribution {
  return {
    median: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    longest: Math.max(...values),
  };
}
