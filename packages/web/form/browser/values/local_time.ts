/**
 * Converts local time to ISO 8601 with its UTC offset, such as `2026-12-24T18:00+01:00`.
 *
 * @param text The value of a control for date and time, such as `2026-12-24T18:00`.
 * @param getOffset Returns the minutes that local time is ahead of UTC at a time.
 */
export function localToIso(text: string, getOffset = localOffset): string {
  const [date, time = "00:00"] = text.split("T");
  const offset = getOffset(new Date(text));
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${date}T${time}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** Converts ISO 8601 to local time for a control; a time without an offset is local already. */
export function isoToLocal(iso: string, getOffset = localOffset): string {
  if (!iso.includes("T")) return `${iso}T00:00`;
  if (!/(Z|[+-]\d\d:\d\d)$/u.test(iso)) return iso.slice(0, 16);
  const instant = new Date(iso);
  const localTime = new Date(instant.getTime() + getOffset(instant) * 60_000);
  return localTime.toISOString().slice(0, 16);
}

function localOffset(instant: Date): number {
  return -instant.getTimezoneOffset();
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
