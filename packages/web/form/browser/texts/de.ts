import { plural } from "@paraph/core/values";

import type { FormTexts } from "./en.ts";

/** The texts of the form page, in German. The reader is "Sie". */
export const de: FormTexts = {
  page: {
    loading: "Das Formular wird geladen …",
    skip: "Zum Formular springen",
    noScriptTitle: "Dieses Formular benötigt JavaScript",
    noScript:
      "Es ist in Ihrem Browser deaktiviert. Lassen Sie JavaScript zu und laden Sie diese Seite neu.",
    untitled: "Formular",
  },
  gone: {
    unknown: {
      title: "Dieses Formular gibt es nicht",
      advice: "Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
    },
    ended: {
      title: "Diese Sitzung ist beendet",
      advice: "Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
    },
  },
  script: {
    untitled: "Formular",
    requiredHint: "Mit * markierte Felder sind Pflichtfelder.",
    details: "Angaben",

    submit: "Absenden",
    submitting: "Wird gesendet …",
    progress: plural({
      one: "{filled} von {count} Pflichtfeld",
      other: "{filled} von {count} Pflichtfeldern",
    }),
    progressLabel: "Ausgefüllte Pflichtfelder",
    mayNotSubmit: "Sie können dieses Formular ansehen, aber nicht absenden.",

    steps: {
      title: "Schritte",
      position: "Schritt {step} von {count}",
      next: "Weiter",
      back: "Zurück",
      complete: "vollständig",
      wrong: "unvollständig",
    },

    later: {
      open: "Speichern und später fortfahren",
      title: "Später fortfahren",
      where:
        "Ihre Angaben werden in diesem Browser auf diesem Gerät gespeichert, für 30 Tage oder bis Sie das Formular absenden. Sie werden nirgendwohin gesendet. Andere, die diesen Browser benutzen, können sie sehen.",
      again:
        "Um fortzufahren, öffnen Sie das Formular in diesem Browser so, wie Sie es jetzt geöffnet haben.",
      ends: "Diese Sitzung endet um {time}.",
      omitted:
        "Große Bilder werden nicht gespeichert. Wählen Sie sie erneut aus, wenn Sie fortfahren.",
      store: "In diesem Browser speichern",
      cancel: "Abbrechen",
      stored: "Ihre Angaben sind gespeichert. Sie können diese Seite schließen.",
      until: "In diesem Browser gespeichert bis {day}.",
      remove: "Löschen",
      removed: "Ihre gespeicherten Angaben sind gelöscht. Im Formular stehen sie noch.",
      failed: "Dieser Browser konnte Ihre Angaben nicht speichern.",
    },

    addRow: "Zu „{loop}“ hinzufügen",
    noRows: "Noch keine Einträge.",
    row: "Zeile {row}",
    rowField: "{loop}, Zeile {row}: {label}",
    moveUp: "Zeile {row} nach oben verschieben",
    moveDown: "Zeile {row} nach unten verschieben",
    remove: "Zeile {row} entfernen",
    rowMoved: "In Zeile {row} verschoben.",
    rowRemoved: "Zeile {row} ist entfernt.",
    undo: "Rückgängig",

    chooseImage: "Bild auswählen",
    replaceImage: "Ersetzen",
    removeImage: "Entfernen",
    removeImageOf: "Entfernen: {label}",
    dropImage: "oder hier ablegen. PNG oder JPEG, höchstens 5 MB.",
    imageOf: "Ausgewähltes Bild für {label}",
    linkedImage: "Ein Bild von {host}",
    imageProblems: {
      tooLarge: "Dieses Bild ist größer als 5 MB. Wählen Sie ein kleineres.",
      notAnImage: "Das ist kein PNG- oder JPEG-Bild. Wählen Sie eine andere Datei.",
      unreadable: "Diese Datei konnte nicht gelesen werden. Wählen Sie sie erneut aus.",
    },

    summaryTitle: plural({
      one: "Beheben Sie zuerst dieses Problem",
      other: "Beheben Sie zuerst diese {count} Probleme",
    }),

    preview: "Vorschau",
    previewTitle: "Ihr Dokument",
    previewPages: "Seiten Ihres Dokuments",
    refreshPreview: "Aktualisieren",
    closePreview: "Schließen",
    previewIsEmpty: "Ihr Dokument erscheint hier, sobald alle Pflichtfelder ausgefüllt sind.",
    previewIsOld: "Veraltet",
    previewLoading: "Ihr Dokument wird erstellt …",
    previewFailed:
      "Die Vorschau konnte nicht erstellt werden. Es ist nichts verloren: Versuchen Sie es erneut.",

    rendering: "Ihr Dokument wird erstellt …",
    renderingLonger: "Es dauert noch. Große Dokumente brauchen etwas länger.",
    renderingIsSafe: "Ihre Angaben sind eingegangen. Sie können hier warten.",
    readyTitle: "Ihr Dokument ist fertig",
    readyText: "Sie können es jetzt herunterladen.",
    firstPage: "Erste Seite von {title}",
    download: "PDF herunterladen",
    fillInAnother: "Weiteres ausfüllen",
    continue: "Weiter",
    stay: "Hier bleiben",
    redirecting: "Sie werden in wenigen Sekunden weitergeleitet.",
    close: "Schließen",
    failedTitle: "Das Dokument konnte nicht erstellt werden",
    failedText: "Ihre Angaben sind noch da. Ändern Sie sie und versuchen Sie es erneut.",
    backToForm: "Zurück zum Formular",
    lostTitle: "Der Status Ihres Dokuments ist unbekannt",
    lostText: "Ihre Angaben sind eingegangen, aber der Server antwortet nicht.",
    lookAgain: "Erneut prüfen",

    offline: "Sie sind offline. Es wird auf eine Verbindung gewartet. Ihre Angaben sind noch hier.",
    retrying: "Die Verbindung ist langsam. Es wird erneut versucht …",
    expired: "Ihre Sitzung ist beendet. Es wird auf eine neue gewartet. Ihre Angaben sind sicher.",
    tryAgain: "Erneut versuchen",
    startOver: "Neu beginnen",
    restored: "Ihre früheren Angaben sind wiederhergestellt.",
    notLoadedTitle: "Dieses Formular konnte nicht geladen werden",
    notLoadedText: "Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    endedTitle: "Diese Sitzung ist beendet",
    endedText: "Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
    wrongModeTitle: "Diese Sitzung hat kein Formular",
    wrongModeText:
      "Diese Sitzung dient einem anderen Zweck. Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
    unresolvedTitle: "Dieses Formular ist nicht verfügbar",
    unresolvedText: "Es ist nicht veröffentlicht. Bitten Sie den Absender um einen neuen Link.",

    required: {
      text: "Bitte ausfüllen.",
      longtext: "Bitte ausfüllen.",
      number: "Geben Sie eine Zahl ein.",
      currency: "Geben Sie einen Betrag ein.",
      date: "Wählen Sie ein Datum.",
      datetime: "Wählen Sie Datum und Uhrzeit.",
      boolean: "Bitte wählen.",
      image: "Wählen Sie ein Bild.",
      url: "Geben Sie eine Webadresse ein.",
      email: "Geben Sie eine E-Mail-Adresse ein.",
    },
    invalid: {
      text: "Das ist hier nicht möglich.",
      longtext: "Das ist hier nicht möglich.",
      number: "Geben Sie eine Zahl ein, zum Beispiel {example}.",
      currency: "Geben Sie eine Zahl ein, zum Beispiel {example}.",
      date: "Wählen Sie ein gültiges Datum.",
      datetime: "Wählen Sie ein gültiges Datum und eine gültige Uhrzeit.",
      boolean: "Bitte wählen.",
      image: "Wählen Sie ein PNG- oder JPEG-Bild.",
      url: "Geben Sie eine vollständige Webadresse ein, zum Beispiel https://example.com.",
      email: "Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel ada@example.com.",
    },
    tooLong: "Das ist zu lang. Verwenden Sie weniger Zeichen.",
    tooManyRows: "Das sind zu viele Zeilen. Entfernen Sie einige.",
    failures: {
      offline:
        "Sie sind offline. Es ist nichts verloren: Versuchen Sie es erneut, wenn Sie verbunden sind.",
      network: "Die Anfrage ist fehlgeschlagen. Es ist nichts verloren: Versuchen Sie es erneut.",
      tooLarge: "Das Formular ist zu groß zum Senden. Verwenden Sie kleinere Bilder.",
      tooMany: "Zu viele Versuche. Versuchen Sie es in einer Minute erneut.",
      session:
        "Ihre Sitzung ist beendet. Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
      permission: "Sie dürfen das hier nicht tun.",
      suspended: "Dieses Formular ist zurzeit nicht verfügbar.",
      unpublished:
        "Dieses Formular ist nicht mehr veröffentlicht. Bitten Sie den Absender um einen neuen Link.",
      wrongMode:
        "Diese Sitzung dient einem anderen Zweck. Gehen Sie zur vorherigen Seite zurück und öffnen Sie das Formular erneut.",
      queue:
        "Zurzeit können keine Dokumente erstellt werden. Es ist nichts verloren: Versuchen Sie es bald erneut.",
      unknown:
        "Es ist ein Fehler aufgetreten. Es ist nichts verloren: Versuchen Sie es gleich erneut.",
    },
  },
};
