/** A number of bytes in kilobytes or megabytes. */
export function byteSizeOf(bytes: number, language: string): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  const isSmall = kilobytes < 1000;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isSmall ? "kilobyte" : "megabyte",
    minimumFractionDigits: isSmall ? 0 : 1,
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? kilobytes : kilobytes / 1000);
}

/** A fraction as a percentage. */
export function percentOf(fraction: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(fraction);
}
