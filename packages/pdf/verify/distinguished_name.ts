/**
 * Formats a distinguished name on one line, most specific part first: `CN=Paraph, O=Example`.
 *
 * @param name In Node's format: a line for each part, most specific part last.
 */
export function nameOf(name: string): string {
  return name.split("\n").toReversed().join(", ");
}
