/**
 * A distinguished name on one line, the most particular part first: `CN=Paraph, O=Example`.
 *
 * @param name As Node gives it: a line for each part, the most particular one last.
 */
export function nameOf(name: string): string {
  return name.split("\n").toReversed().join(", ");
}
