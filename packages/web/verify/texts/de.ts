import type { VerifyTexts } from "./en.ts";

/** German. Terms: Anfrage (request), digital signieren (sign digitally), Zertifikat (certificate). */
export const de: VerifyTexts = {
  start: {
    title: "Unterschriebenes Dokument prüfen",
    lead: "Wählen Sie ein unterschriebenes PDF oder ein Zertifikat. Dieser Dienst prüft, ob er die Datei digital signiert hat und ob seitdem nichts geändert wurde.",
  },
  form: {
    title: "Datei prüfen",
    lead: "Wählen Sie das unterschriebene PDF oder das Zertifikat dieser Anfrage.",
    file: "PDF-Datei",
    check: "Prüfen",
    privacy: "Die Datei wird nur geprüft und nicht gespeichert.",
  },
  outcomes: {
    completed: { title: "Alle haben unterschrieben", ended: "Abgeschlossen" },
    declined: { title: "Ein Empfänger hat abgelehnt", ended: "Abgelehnt" },
    cancelled: { title: "Der Absender hat abgebrochen", ended: "Abgebrochen" },
    expired: { title: "Die Frist ist abgelaufen", ended: "Abgelaufen" },
  },
  request: {
    compare:
      "Dieser Dienst hat das Zertifikat dieser Anfrage ausgestellt. Vergleichen Sie diese Seite damit: Dokument, Namen, Zeiten und SHA-256 müssen übereinstimmen.",
    title: "Anfrage",
    sender: "Gesendet von",
    sent: "Gesendet",
    id: "Nummer der Anfrage",
    original: "SHA-256 beim Senden",
    sealed: "SHA-256 nach der Unterschrift",
    people: "Empfänger",
    roles: { Signer: "Unterzeichner", Approver: "Genehmiger", CC: "Erhält eine Kopie" },
    signed: "Unterschrieben: {time}",
    approved: "Genehmigt: {time}",
    declined: "Abgelehnt: {time}",
    open: "Nicht unterschrieben",
  },
  facts: {
    signer: "Digital signiert von",
    fingerprint: "Signaturzertifikat, SHA-256",
    at: "Nach der Uhr dieses Dienstes",
    timestamp: "Zeitstempel",
    timestampBy: "{time}, von {authority}",
    sha256: "SHA-256 der Datei",
    request: "Nummer der Anfrage",
    link: "Anfrage dieses Zertifikats anzeigen",
  },
  matches: {
    document: "Sie ist das unterschriebene Dokument dieser Anfrage.",
    certificate: "Sie enthält das Zertifikat dieser Anfrage.",
    foreign: "Sie gehört nicht zu dieser Anfrage.",
  },
  results: {
    valid: {
      title: "Die Datei ist unverändert",
      text: "Dieser Dienst hat sie digital signiert, und seitdem wurde nichts geändert.",
    },
    changed: {
      title: "Die Datei wurde geändert",
      text: "Sie wurde nach der Signatur geändert, oder ihre digitale Signatur ist beschädigt. Verlassen Sie sich nicht auf sie, sondern bitten Sie um die Originaldatei.",
    },
    untrusted: {
      title: "Nicht von diesem Dienst signiert",
      text: "Die Datei ist seit der Signatur unverändert, wurde aber nicht mit einem Zertifikat dieses Dienstes signiert. Prüfen Sie sie dort, wo sie signiert wurde.",
    },
    unsigned: {
      title: "Die Datei ist nicht signiert",
      text: "Sie hat keine digitale Signatur. Wählen Sie das unterschriebene PDF: Ein Ausdruck oder ein Scan hat keine Signatur.",
    },
    notPdf: {
      title: "Die Datei ist kein PDF",
      text: "Wählen Sie das unterschriebene PDF oder sein Zertifikat.",
    },
    tooComplex: {
      title: "Die Datei kann nicht geprüft werden",
      text: "Das Lesen dauert zu lange. Bitten Sie um die Originaldatei.",
    },
    missing: {
      title: "Es kam keine Datei an",
      text: "Wählen Sie eine PDF-Datei und prüfen Sie sie erneut.",
    },
    tooLarge: {
      title: "Die Datei ist zu groß",
      text: "Diese Seite prüft Dateien bis 32 MB. Größere prüfen Sie mit paraph verify.",
    },
    busy: { title: "Zu viele Anfragen", text: "Bitte versuchen Sie es in einer Minute wieder." },
  },
  unknown: {
    title: "Dieses Zertifikat ist nicht bekannt",
    text: "Prüfen Sie die Adresse. Das Zertifikat kann von einem anderen Dienst sein, oder seine Anfrage wurde gelöscht.",
  },
};
