/**
 * A point in time as ISO 8601 with the offset that holds there and then, such as
 * `2026-12-24T18:00+01:00`.
 *
 * @param text What a control for date and time says, such as `2026-12-24T18:00`.
 * @param offsetAt Minutes that local time is ahead of UTC, at a point in time.
 */
export function localToIso(text: string, offsetAt = hereAt): string {
  const [date, time = "00:00"] = text.split("T");
  const offset = offsetAt(new Date(text));
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${date}T${time}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** The same point in time as a control here says it; what names no zone is here already. */
export function isoToLocal(iso: string, offsetAt = hereAt): string {
  if (!iso.includes("T")) return `${iso}T00:00`;
  if (!/(Z|[+-]\d\d:\d\d)$/u.test(iso)) return iso.slice(0, 16);
  const instant = new Date(iso);
  const here = new Date(instant.getTime() + offsetAt(instant) * 60_000);
  return here.toISOString().slice(0, 16);
}

function hereAt(instant: Date): number {
  return -instant.getTimezoneOffset();
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
