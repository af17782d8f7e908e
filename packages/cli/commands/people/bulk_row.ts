import { Predicate, type Schema } from "effect";

/**
 * The row of a bulk request from a row of a file: as it is if it has recipients, else its data without the columns of
 * the recipients (`client.email` for the role `client`).
 */
export function bulkRow(
  row: Schema.JsonObject,
  roles: ReadonlyArray<string>,
): Readonly<Record<string, unknown>> {
  if (Array.isArray(row["recipients"])) return row;
  const columns = Object.entries(row);
  const roleOf = (key: string) => roles.find((role) => key === role || key.startsWith(`${role}.`));
  const recipients = roles.map((role) => ({
    role,
    ...Object.fromEntries(
      columns.flatMap(([key, value]): ReadonlyArray<readonly [string, unknown]> => {
        if (roleOf(key) !== role) return [];
        if (key !== role) return [[key.slice(role.length + 1), value]];
        return Predicate.isObject(value) ? Object.entries(value) : [];
      }),
    ),
  }));
  return {
    data: Object.fromEntries(columns.filter(([key]) => roleOf(key) === undefined)),
    recipients,
  };
}
