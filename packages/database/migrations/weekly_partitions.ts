const DAY = 24 * 60 * 60 * 1000;

/** The length of a partition's time, in milliseconds. */
export const WEEK = 7 * DAY;

/** 1970-01-05, the first Monday of the epoch. */
const FIRST_MONDAY = 4 * DAY;

/** The tables with a partition for each week of their ids, and one for the ids of all other times. */
export const WEEKLY_TABLES = ["events", "webhook_deliveries"] as const;
export type WeeklyTable = (typeof WEEKLY_TABLES)[number];

/** The end of the week of a time, in milliseconds: a Monday in UTC. */
export function endOfWeek(millis: number): number {
  return (Math.floor((millis - FIRST_MONDAY) / WEEK) + 1) * WEEK + FIRST_MONDAY;
}

/** The lowest id of a time. */
export function lowestId(millis: number): string {
  const time = millis.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The partition of the week that ends at a time. */
export function partitionName(table: WeeklyTable, end: number): string {
  return `${table}_until_${new Date(end).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** The end of the week of a partition, by its name; `undefined` for others. */
export function partitionEnd(name: string): number | undefined {
  const date = /_until_(\d{4})(\d{2})(\d{2})$/u.exec(name);
  return date === null ? undefined : Date.parse(`${date[1]}-${date[2]}-${date[3]}T00:00:00Z`);
}

/** The partition of ids outside of all weeks with a partition, such as those of a wrong clock. */
export function otherPartition(table: WeeklyTable): string {
  return `${table}_other`;
}

/** Statements that add the partition of the week that ends at a time. */
export function addPartition(table: WeeklyTable, end: number): ReadonlyArray<string> {
  const name = partitionName(table, end);
  const [from, until] = [lowestId(end - WEEK), lowestId(end)];
  return [
    `CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
    `WITH moved AS (
      DELETE FROM ${otherPartition(table)}
      WHERE id >= '${from}'
        AND id < '${until}'
      RETURNING *
    )
    INSERT INTO ${name}
    SELECT * FROM moved`,
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${until}')`,
  ];
}
