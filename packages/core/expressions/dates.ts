import { utcDate } from "../manifests/mod.ts";

const DAY = 86_400_000;

/** More days than the years 0 to 9999 have. */
export const MAX_DAYS = 4_000_000;

/** A part of a date, in UTC as dates print. */
export function datePart(
  iso: string,
  part: "year" | "month" | "day" | "weekday",
): number | undefined {
  const date = utcDate(iso);
  if (date === undefined) return undefined;
  switch (part) {
    case "year":
      return date.getUTCFullYear();
    case "month":
      return date.getUTCMonth() + 1;
    case "day":
      return date.getUTCDate();
    default:
      return date.getUTCDay() === 0 ? 7 : date.getUTCDay();
  }
}

/** The date some days later; `undefined` outside of the years 0 to 9999. */
export function addDays(iso: string, days: number): string | undefined {
  const date = utcDate(iso);
  return date === undefined ? undefined : isoLike(iso, new Date(date.getTime() + days * DAY));
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(iso: string, months: number): string | undefined {
  const date = utcDate(iso);
  if (date === undefined) return undefined;
  const day = date.getUTCDate();
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(moved);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  moved.setUTCDate(Math.min(day, last.getUTCDate()));
  return isoLike(iso, moved);
}

/** The days from one date to another, counted in midnights in UTC. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [utcDate(from), utcDate(to)];
  if (start === undefined || end === undefined) return undefined;
  return Math.floor(end.getTime() / DAY) - Math.floor(start.getTime() / DAY);
}

export function compareDates(a: string, b: string): number {
  const [left, right] = [utcDate(a), utcDate(b)];
  return Math.sign((left?.getTime() ?? 0) - (right?.getTime() ?? 0));
}

/** A date without a time stays one. */
function isoLike(model: string, date: Date): string | undefined {
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 0 || year > 9999) return undefined;
  const iso = date.toISOString();
  return model.includes("T") ? iso : iso.slice(0, 10);
}
