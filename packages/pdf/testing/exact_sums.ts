/** An amount with at most six decimal places, in millionths. */
export function millionths(text: string): bigint {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(6, "0"));
  return text.startsWith("-") ? -value : value;
}

/** The exact sum of amounts, without those that are absent. */
export function sumOf(amounts: ReadonlyArray<string | null>): bigint {
  return amounts.reduce((sum, text) => (text === null ? sum : sum + millionths(text)), 0n);
}
