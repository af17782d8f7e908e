import { DateTime } from "effect";

import { plainJson, plainLine } from "./plain_text.ts";

/**
 * A value as it stands in a table or beside its name.
 *
 * @param forPeople Moments are told to the second, in the zone of this machine; else as the API tells them.
 */
export function cellText(value: unknown, forPeople: boolean): string {
  if (value === null || value === undefined || value === "") return "-";
  if (DateTime.isDateTime(value)) return forPeople ? localTime(value) : DateTime.formatIso(value);
  if (typeof value === "string") return plainLine(value) || "-";
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return value.length === 0 ? "-" : plainLine(value.join(", "));
  return plainLine(plainJson(value));
}

function localTime(moment: DateTime.DateTime): string {
  const local = DateTime.toParts(DateTime.setZone(moment, DateTime.zoneMakeLocal()));
  const { year, month, day, hour, minute, second } = local;
  const [date, time] = [
    [year, month, day],
    [hour, minute, second],
  ].map((parts) => parts.map((part) => String(part).padStart(2, "0")));
  return `${date?.join("-")} ${time?.join(":")}`;
}
