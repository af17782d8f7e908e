import type { VerifyTexts } from "./en.ts";

/** Dutch. Terms: verzoek (request), digitaal ondertekenen (sign digitally), certificaat (certificate). */
export const nl: VerifyTexts = {
  start: {
    title: "Ondertekend document controleren",
    lead: "Kies een ondertekende pdf of een certificaat. Deze dienst controleert of hij het bestand digitaal heeft ondertekend en of er sindsdien niets is gewijzigd.",
  },
  form: {
    title: "Bestand controleren",
    lead: "Kies de ondertekende pdf of het certificaat van dit verzoek.",
    file: "Pdf-bestand",
    check: "Controleren",
    privacy: "Het bestand wordt alleen gecontroleerd en niet bewaard.",
  },
  outcomes: {
    completed: { title: "Iedereen heeft ondertekend", ended: "Voltooid" },
    declined: { title: "Een ontvanger heeft geweigerd", ended: "Geweigerd" },
    cancelled: { title: "De afzender heeft geannuleerd", ended: "Geannuleerd" },
    expired: { title: "De termijn is verstreken", ended: "Verlopen" },
  },
  request: {
    compare:
      "Deze dienst heeft het certificaat van dit verzoek uitgegeven. Vergelijk deze pagina ermee: document, namen, tijden en SHA-256 moeten gelijk zijn.",
    title: "Verzoek",
    sender: "Verzonden door",
    sent: "Verzonden",
    id: "Nummer van het verzoek",
    original: "SHA-256 bij verzending",
    sealed: "SHA-256 na ondertekening",
    people: "Ontvangers",
    roles: { Signer: "Ondertekenaar", Approver: "Goedkeurder", CC: "Ontvangt een kopie" },
    signed: "Ondertekend: {time}",
    approved: "Goedgekeurd: {time}",
    declined: "Geweigerd: {time}",
    open: "Niet ondertekend",
  },
  facts: {
    signer: "Digitaal ondertekend door",
    fingerprint: "SHA-256 van het certificaat",
    at: "Volgens de klok van deze dienst",
    timestamp: "Tijdstempel",
    timestampBy: "{time}, door {authority}",
    sha256: "SHA-256 van het bestand",
    request: "Nummer van het verzoek",
    link: "Verzoek van dit certificaat tonen",
  },
  matches: {
    document: "Het is het ondertekende document van dit verzoek.",
    certificate: "Het bevat het certificaat van dit verzoek.",
    foreign: "Het hoort niet bij dit verzoek.",
  },
  results: {
    valid: {
      title: "Het bestand is ongewijzigd",
      text: "Deze dienst heeft het digitaal ondertekend en sindsdien is er niets gewijzigd.",
    },
    changed: {
      title: "Het bestand is gewijzigd",
      text: "Het is na de ondertekening gewijzigd, of de digitale handtekening is beschadigd. Vertrouw er niet op: vraag om het originele bestand.",
    },
    untrusted: {
      title: "Niet ondertekend door deze dienst",
      text: "Het bestand is sinds de ondertekening ongewijzigd, maar niet ondertekend met een certificaat van deze dienst. Controleer het waar het is ondertekend.",
    },
    unsigned: {
      title: "Het bestand is niet ondertekend",
      text: "Het heeft geen digitale handtekening. Kies de ondertekende pdf: een afdruk of scan heeft geen handtekening.",
    },
    notPdf: {
      title: "Het bestand is geen pdf",
      text: "Kies de ondertekende pdf of het certificaat ervan.",
    },
    tooComplex: {
      title: "Het bestand kan niet worden gecontroleerd",
      text: "Het lezen duurt te lang. Vraag om het originele bestand.",
    },
    missing: {
      title: "Er is geen bestand ontvangen",
      text: "Kies een pdf-bestand en controleer het opnieuw.",
    },
    tooLarge: {
      title: "Het bestand is te groot",
      text: "Deze pagina controleert bestanden tot 32 MB. Controleer grotere met paraph verify.",
    },
    busy: { title: "Te veel aanvragen", text: "Probeer het over een minuut opnieuw." },
  },
  unknown: {
    title: "Dit certificaat is niet bekend",
    text: "Controleer het adres. Het certificaat kan van een andere dienst zijn, of het verzoek is verwijderd.",
  },
};
