import { plural } from "@paraph/core/values";

import type { SignTexts } from "./en.ts";

/**
 * The texts of the pages of recipients, in German. Terms: Dokument, unterschreiben, Unterschrift, Initialen,
 * Absender, Empfänger, Zustimmung, ablehnen, Zertifikat, Prüfprotokoll. The reader is "Sie".
 */
export const de: SignTexts = {
  until: "bis {day}",
  sender: "von {sender}",
  recipient: "für {recipient}",
  openPdf: "PDF öffnen",
  document: "Das Dokument",
  noScript: {
    title: "Diese Seite benötigt JavaScript",
    text: "Es ist in Ihrem Browser deaktiviert. Sie können {document}. Um es zu unterschreiben, lassen Sie JavaScript zu und laden Sie diese Seite neu.",
    document: "das Dokument lesen",
  },
  sign: {
    skip: "Zum Unterschreiben springen",
    title: "Dokument unterschreiben",
    lead: "{sender} bittet Sie um Ihre Unterschrift.",
  },
  approve: {
    skip: "Zur Genehmigung springen",
    title: "Dokument genehmigen",
    lead: "{sender} bittet Sie um Ihre Genehmigung.",
  },
  primary: { start: "Starten", next: "Weiter", finish: "Abschließen" },
  done: {
    pageTitle: "{document} – erledigt",
    title: "Vielen Dank, {recipient}",
    approved: "Sie haben dieses Dokument genehmigt.",
    signed: "Sie haben dieses Dokument unterschrieben.",
    waiting:
      "Sobald alle Empfänger fertig sind, wird es digital signiert, und Sie erhalten per E-Mail einen Link zu Ihrer Kopie.",
    completed:
      "Alle Empfänger sind fertig, und das Dokument ist digital signiert. Jedes PDF-Programm zeigt, ob es danach verändert wurde.",
    download: "Kopie herunterladen",
    read: "Dokument lesen",
    next: "Weiter",
    people: "Unterzeichner",
    ask: "Fragen? Wenden Sie sich an {sender}.",
    write: "E-Mail an {email}",
  },
  over: {
    title: "Diese Seite lässt sich nur einmal öffnen",
    advice:
      "Sie wurde bereits geöffnet oder ist abgelaufen. Gehen Sie zurück und öffnen Sie das Dokument erneut.",
  },
  evidence: {
    certificate: "Zertifikat herunterladen",
    combined: "Dokument und Zertifikat in einer Datei herunterladen",
    audit: "Prüfprotokoll herunterladen",
  },
  closedBy: "Die Anfrage wurde von {sender} gesendet. Bei Fragen wenden Sie sich bitte dorthin.",
  replaced: {
    title: "Dieser Link ist nicht mehr gültig",
    advice:
      "Die Person, die unterschreibt, hat einen neuen Link per E-Mail erhalten. Sind Sie das nicht, müssen Sie nichts weiter tun.",
  },
  closed: {
    unknown: {
      title: "Dieser Link funktioniert nicht",
      advice:
        "Prüfen Sie, ob der Link vollständig ist, oder bitten Sie den Absender des Dokuments um einen neuen.",
    },
    session: {
      title: "Ihre Sitzung ist abgelaufen",
      advice: "Öffnen Sie den Link in der E-Mail erneut, um fortzufahren.",
    },
    declined: {
      title: "Dieses Dokument wurde abgelehnt",
      advice: "Es kann nicht mehr unterschrieben werden. Der Absender kennt den Grund.",
    },
    cancelled: {
      title: "Dieses Dokument wurde zurückgezogen",
      advice: "Der Absender bittet nicht mehr um Unterschriften. Sie müssen nichts tun.",
    },
    expired: {
      title: "Die Frist zum Unterschreiben ist abgelaufen",
      advice:
        "Bitten Sie den Absender, das Dokument erneut zu senden, falls Sie es noch unterschreiben möchten.",
    },
  },
  fields: {
    title: "Auszufüllende Felder",
    types: {
      signature: "Unterschrift",
      initial: "Initialen",
      date: "Datum",
      text: "Textfeld",
      text_area: "Textfeld",
      checkbox: "Kontrollkästchen",
      dropdown: "Auswahl",
      radio_buttons: "Auswahl",
    },
    page: "Seite {page}",
    name: "{type}, Seite {page}",
    optional: "{name} (optional)",
    button: "{name}, {state}",
    requiredButton: "{name}, erforderlich, {state}",
    missing: "Offen",
    empty: "Leer",
    checked: "Angekreuzt",
    drawn: "Gezeichnet",
    uploaded: "Hochgeladen",
    states: { drawn: "gezeichnet", uploaded: "hochgeladen", today: "heute, {date}" },
    hints: {
      signature: "Unterschreiben",
      initial: "Initialen",
      date: "Datum",
      choice: "Auswählen",
    },
    problems: {
      signature: "Hier unterschreiben",
      initial: "Hier Initialen setzen",
      checkbox: "Bitte ankreuzen",
      choice: "Bitte wählen",
      text: "Bitte ausfüllen",
    },
  },
  earlier: {
    signature: "Von einem früheren Empfänger unterschrieben",
    typedSignature: "Von einem früheren Empfänger unterschrieben: {name}",
    check: "Von einem früheren Empfänger angekreuzt",
  },
  mark: {
    signatureTitle: "Ihre Unterschrift",
    type: "Tippen",
    draw: "Zeichnen",
    upload: "Hochladen",
    uploadHint: "Ein Bild Ihrer Unterschrift als PNG oder JPEG, zum Beispiel ein Foto.",
    choose: "Bild auswählen",
    image: "Ihr Bild",
    notAnImage: "Diese Datei ist kein lesbares PNG- oder JPEG-Bild.",
    emptyImage: "Dieses Bild ist leer.",
    name: "Geben Sie Ihren Namen ein",
    style: "Schriftart der Unterschrift",
    padHint: "Zeichnen Sie mit Maus, Stift oder Finger.",
    pad: "Ihre Zeichnung",
    undo: "Rückgängig",
    clear: "Löschen",
    initials: "Ihre Initialen",
    cancel: "Abbrechen",
    apply: "Übernehmen",
    sign: "Hier unterschreiben",
    initial: "Hier Initialen setzen",
    drawFirst: "Zeichnen Sie zuerst Ihre Unterschrift.",
    typeFirst: "Geben Sie zuerst Ihren Namen ein.",
    uploadFirst: "Wählen Sie zuerst ein Bild aus.",
    remove: "Entfernen",
    everywhere: plural({
      one: "Für das Pflichtfeld verwenden",
      other: "Für alle {count} Pflichtfelder verwenden",
    }),
    placeAll: plural({
      one: "Pflichtfeld unterschreiben",
      other: "Alle {count} Pflichtfelder unterschreiben",
    }),
    placed: plural({ one: "In {count} Feld eingesetzt", other: "In {count} Felder eingesetzt" }),
    undoPlacing: "Rückgängig",
  },
  consent: {
    label: "Ich stimme zu, elektronisch zu unterschreiben",
    details: "Zustimmungstext lesen",
    missing: "Bitte stimmen Sie zu, bevor Sie abschließen.",
  },
  progress: {
    ready: "Bereit zum Abschließen",
    noFields: "Keine Pflichtfelder",
    agree: "Es fehlt nur noch Ihre Zustimmung",
    fields: plural({
      one: "Noch {left} von {count} Feld",
      other: "Noch {left} von {count} Feldern",
    }),
  },
  submit: {
    failed: "Dies konnte nicht gesendet werden. {problem}",
    checkFields: "Prüfen Sie die markierten Felder.",
  },
  decline: {
    button: "Ablehnen",
    title: "Dieses Dokument ablehnen?",
    text: "{sender} wird mit Ihrer Begründung benachrichtigt, und das Dokument kann nicht mehr unterschrieben werden. Das lässt sich nicht rückgängig machen.",
    approval:
      "{sender} wird mit Ihrer Begründung benachrichtigt, und das Dokument kann nicht mehr genehmigt werden. Das lässt sich nicht rückgängig machen.",
    reason: "Begründung",
    noReason: "Geben Sie eine Begründung ein.",
    back: "Zurück",
    confirm: "Ablehnen",
  },
  delegate: {
    button: "Andere Person benennen",
    title: "Andere Person benennen",
    text: "Die Person, die Sie benennen, unterschreibt an Ihrer Stelle und erhält einen persönlichen Link. {sender} wird mit Ihrer Begründung benachrichtigt. Ihr eigener Link funktioniert danach nicht mehr. Das lässt sich nicht rückgängig machen.",
    approval:
      "Die Person, die Sie benennen, genehmigt an Ihrer Stelle und erhält einen persönlichen Link. {sender} wird mit Ihrer Begründung benachrichtigt. Ihr eigener Link funktioniert danach nicht mehr. Das lässt sich nicht rückgängig machen.",
    firstName: "Vorname",
    lastName: "Nachname",
    email: "E-Mail-Adresse",
    reason: "Begründung",
    noName: "Geben Sie den Vornamen ein.",
    noEmail: "Geben Sie eine gültige E-Mail-Adresse ein.",
    noReason: "Geben Sie eine Begründung ein.",
    refused:
      "Diese Person kann nicht an Ihrer Stelle unterschreiben. Prüfen Sie die Angaben oder benennen Sie eine andere Person.",
    refusedApproval:
      "Diese Person kann nicht an Ihrer Stelle genehmigen. Prüfen Sie die Angaben oder benennen Sie eine andere Person.",
    back: "Zurück",
    confirm: "Dokument senden",
    doneApproval: "{name} genehmigt jetzt an Ihrer Stelle",
    done: "{name} unterschreibt jetzt an Ihrer Stelle",
    doneText:
      "Eine Einladung ist unterwegs an {email}. Ihr Link funktioniert nicht mehr; Sie müssen nichts weiter tun.",
  },
  failures: {
    offline:
      "Sie sind offline. Es ist nichts verloren: Versuchen Sie es erneut, sobald Sie verbunden sind.",
    network: "Die Anfrage ist fehlgeschlagen. Es ist nichts verloren: Versuchen Sie es erneut.",
    tooMany: "Zu viele Versuche. Versuchen Sie es in einer Minute erneut.",
    server:
      "Auf dem Server ist ein Fehler aufgetreten. Es ist nichts verloren: Versuchen Sie es gleich noch einmal.",
  },
  gate: {
    title: "Bestätigen Sie Ihre Identität",
    smsLead:
      "{sender} bittet Sie, Ihre Identität zu bestätigen. Ein Code wird per SMS an {phone} gesendet.",
    emailLead:
      "{sender} bittet Sie, Ihre Identität zu bestätigen. Ein Code wird an {email} gesendet.",
    accessLead:
      "{sender} bittet Sie, Ihre Identität mit dem Zugangscode zu bestätigen, den Sie von dort erhalten haben.",
    send: "Code senden",
    sendAgain: "Neuen Code senden",
    sent: "Der Code wurde gesendet. Er ist 10 Minuten gültig.",
    notSent:
      "Im Moment kann kein Code gesendet werden. Versuchen Sie es in einer Minute erneut, nach falschen Codes später.",
    justSent:
      "Ein Code wurde gerade gesendet. Prüfen Sie Ihre E-Mails, oder fordern Sie in einer Minute einen neuen an.",
    smsJustSent:
      "Ein Code wurde gerade gesendet. Prüfen Sie Ihre Nachrichten, oder fordern Sie später einen neuen an.",
    smsFailed: "Die SMS konnte nicht gesendet werden. Versuchen Sie es später erneut.",
    emailCode: "Code aus der E-Mail",
    smsCode: "Code aus der SMS",
    accessCode: "Zugangscode",
    enter: "Weiter",
    missing: "Geben Sie den Code ein.",
    wrong: "Dieser Code ist falsch oder abgelaufen.",
    locked: "Zu viele falsche Codes. Versuchen Sie es später erneut, oder fragen Sie den Absender.",
  },
  inPerson: {
    title: "Bitte geben Sie das Gerät an {recipient}",
    lead: "{sender} bittet {recipient}, ein Dokument persönlich zu unterschreiben. {host} stellt dieses Gerät bereit.",
    approvalLead:
      "{sender} bittet {recipient}, ein Dokument persönlich zu genehmigen. {host} stellt dieses Gerät bereit.",
    confirm: "Ich bin {recipient}",
    notYou: "Nicht {recipient}? Geben Sie das Gerät an {host} zurück.",
    allSigned: "Alle haben unterschrieben",
    all: "Bitte geben Sie das Gerät an {host} zurück.",
  },
  statuses: {
    signed: "Unterschrieben",
    approved: "Genehmigt",
    declined: "Abgelehnt",
    toSign: "Unterschrift steht aus",
    toApprove: "Genehmigung steht aus",
  },
  problems: {
    consentChanged: "Der Zustimmungstext hat sich geändert. Laden Sie die Seite neu.",
    unknownField: "Dieses Feld ist nicht mehr im Dokument. Laden Sie die Seite neu.",
    required: "Dies ist erforderlich.",
    initialsRequired: "Ihre Initialen sind erforderlich.",
    invisible: "Dies enthält keine sichtbaren Zeichen.",
    initialsInvisible: "Ihre Initialen enthalten keine sichtbaren Zeichen.",
    notToday: "Das Datum Ihres Geräts ist nicht das heutige.",
    noSignature: "Unterschreiben Sie mindestens einmal.",
    notAnOption: "Wählen Sie eine der Möglichkeiten.",
    notTrueOrFalse: "Dieser Wert ist hier nicht möglich.",
    notText: "Dieser Wert ist hier nicht möglich.",
    unstorable: "Dies enthält ein Zeichen, das nicht gespeichert werden kann.",
    longLine: "Das ist zu lang. Verwenden Sie weniger Zeichen.",
    longText: "Das ist zu lang. Verwenden Sie weniger Zeichen.",
    severalLines: "Verwenden Sie nur eine Zeile.",
    manyLines: "Verwenden Sie weniger Zeilen.",
    notEmail: "Geben Sie eine E-Mail-Adresse ein.",
    notNumber: "Geben Sie eine Zahl ein.",
    notDate: "Geben Sie ein Datum ein.",
    notPhone: "Geben Sie eine Telefonnummer ein.",
    notUrl: "Geben Sie eine Webadresse ein, die mit https:// beginnt.",
    notAnImage: "Das ist kein lesbares PNG-Bild.",
    doesNotFit: "Das ist zu lang für das Feld.",
  },
};
