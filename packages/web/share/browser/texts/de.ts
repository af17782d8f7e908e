import type { ShareTexts } from "./en.ts";

/** The texts of the share page, in German. */
export const de: ShareTexts = {
  skip: "Zum Dokument springen",
  until: "bis {day}",
  print: "Drucken",
  download: "Herunterladen",
  message: "Nachricht von {sender}",
  noScript: {
    title: "Das Dokument wird hier nicht angezeigt",
    reason: "Die Anzeige benötigt JavaScript, das in Ihrem Browser deaktiviert ist.",
    advice: "{download} oder {open}.",
    download: "Laden Sie das Dokument herunter",
    open: "öffnen Sie es im Browser",
  },
  slow: {
    text: "Das dauert länger als gewöhnlich. Sie können stattdessen {download}.",
    download: "das Dokument herunterladen",
  },
  printing: {
    page: "Seite {page}",
    progress: "Seite {page} von {count} wird vorbereitet …",
    cancel: "Abbrechen",
    failed: "Das Dokument konnte nicht für den Druck vorbereitet werden.",
  },
  tools: {
    thumbnails: "Seiten",
    search: "Suchen",
    zoomOut: "Verkleinern",
    zoomIn: "Vergrößern",
    fit: "An Breite anpassen",
  },
  find: {
    label: "Im Dokument suchen",
    count: "{current} von {count}",
    none: "Nichts gefunden",
    previous: "Vorherige Fundstelle",
    next: "Nächste Fundstelle",
    close: "Suche schließen",
  },
  failed: {
    advice: "Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    offline:
      "Sie sind offline. Stellen Sie eine Internetverbindung her und versuchen Sie es erneut.",
  },
  contents: { title: "Inhalt", goToPage: "Zur Seite", go: "Anzeigen" },
  neutral: {
    unknown: {
      title: "Dieser Link funktioniert nicht",
      advice:
        "Prüfen Sie, ob der Link vollständig ist, oder bitten Sie den Absender um einen neuen.",
    },
    revoked: {
      title: "Dieser Link wurde zurückgezogen",
      advice: "Bitten Sie den Absender um einen neuen Link, falls Sie das Dokument noch benötigen.",
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      advice: "Bitten Sie den Absender um einen neuen Link, falls Sie das Dokument noch benötigen.",
    },
  },
};
