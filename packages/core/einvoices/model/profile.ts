/** The profiles of electronic invoices, with the specification identifier (BT-24) of each. */
export const PROFILES = {
  basic: "urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic",
  en16931: "urn:cen.eu:en16931:2017",
  extended: "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
} as const;

/** The name of a profile. */
export type Profile = keyof typeof PROFILES;

/** The business process (BT-23) of Peppol and XRechnung invoices. */
export const PEPPOL_PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/** The terms that the profile `basic` of Factur-X does not have. */
export const BEYOND_BASIC: ReadonlySet<string> = new Set(
  [
    7, 11, 14, 15, 17, 18, 33, 41, 42, 43, 56, 57, 58, 82, 85, 86, 87, 88, 122, 123, 124, 125, 128,
    132, 133, 154, 155, 156, 158, 159, 160, 161,
  ].map((number) => `BT-${number}`),
);

/** The profile of a specification identifier. Other identifiers that build on EN 16931 count as `en16931`. */
export function profileOf(specification: string): Profile | undefined {
  if (specification.includes(":xrechnung_")) return "xrechnung";
  if (specification === PROFILES.basic) return "basic";
  if (specification === PROFILES.extended) return "extended";
  return specification.startsWith(PROFILES.en16931) ? "en16931" : undefined;
}
