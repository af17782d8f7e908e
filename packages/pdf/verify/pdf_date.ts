/** A time as PDF writes it, in UTC: `D:20260504030201Z`. */
export function pdfDate(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

const DATE = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-])(\d{2})'?(\d{2})?'?)?/;

/** Reads a time to the second; `undefined` for anything else. Without a time zone it is UTC. */
export function parsePdfDate(text: string): Date | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = ""] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const [, , , , , , , sign, hours = 0, minutes = 0] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const time = sign === "-" ? at + offset : at - offset;
  return Number.isNaN(time) ? undefined : new Date(time);
}
