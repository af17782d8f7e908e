import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("de", { one: "Tag", other: "Tage" });
const minutes = pluralsOf("de", { one: "Minute", other: "Minuten" });

/** The texts of emails in German. */
export const DE: EmailTexts = {
  greeting: (name) => `Guten Tag ${name},`,
  messageFrom: (sender) => `Nachricht von ${sender}:`,
  link: "Falls die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:",
  onBehalfOf: (sender) => `Diese E-Mail wurde im Auftrag von ${sender} gesendet.`,
  deadline: (time) => `Frist: ${time}`,
  daysLeft: (count) => `Ihnen ${count === 1 ? "bleibt" : "bleiben"} noch ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Bitte unterschreiben: ${document}`,
    opening: ({ sender, document }) => `${sender} bittet Sie, „${document}“ zu unterschreiben.`,
    reminder: {
      subject: (document) => `Erinnerung: Bitte unterschreiben: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} wartet auf Ihre Unterschrift für „${document}“.`,
    },
    action: "Prüfen und unterschreiben",
    personal:
      "Dieser Link ist persönlich: Wer ihn hat, kann in Ihrem Namen unterschreiben. Leiten Sie diese E-Mail nicht weiter.",
  },
  approve: {
    subject: (document) => `Bitte genehmigen: ${document}`,
    opening: ({ sender, document }) => `${sender} bittet Sie, „${document}“ zu genehmigen.`,
    reminder: {
      subject: (document) => `Erinnerung: Bitte genehmigen: ${document}`,
      opening: ({ sender, document }) => `${sender} wartet auf Ihre Genehmigung von „${document}“.`,
    },
    action: "Prüfen und genehmigen",
    personal:
      "Dieser Link ist persönlich: Wer ihn hat, kann in Ihrem Namen genehmigen. Leiten Sie diese E-Mail nicht weiter.",
  },
  sentAgain: (sender) => `${sender} hat Ihnen diese E-Mail erneut gesendet.`,
  code: {
    subject: (code) => `${code} ist Ihr Code`,
    opening: (sender) => `Geben Sie diesen Code ein, um das Dokument von ${sender} zu öffnen:`,
    action: "Seite öffnen",
    validFor: (count) => `Der Code gilt ${count} ${minutes(count)} lang und nur einmal.`,
    secret:
      "Geben Sie ihn nicht weiter. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.",
  },
  completed: {
    subject: (document) => `Abgeschlossen: ${document}`,
    opening: ({ sender, document }) =>
      `Alle Empfänger haben „${document}“ von ${sender} unterschrieben.`,
    action: "Unterschriebenes Dokument öffnen",
    store:
      "Laden Sie das Dokument herunter und bewahren Sie es auf: Jedes PDF-Programm kann prüfen, ob es verändert wurde.",
    personal: "Dieser Link ist persönlich: Wer ihn hat, kann das Dokument öffnen.",
  },
  declined: {
    subject: (document) => `Abgelehnt: ${document}`,
    opening: ({ sender, document }) =>
      `Ein Empfänger hat „${document}“ von ${sender} abgelehnt. Der Vorgang ist damit beendet, Sie müssen nichts weiter tun.`,
  },
  cancelled: {
    subject: (document) => `Zurückgezogen: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} hat den Vorgang „${document}“ zurückgezogen. Sie müssen nichts weiter tun.`,
  },
  expired: {
    subject: (document) => `Abgelaufen: ${document}`,
    opening: ({ sender, document }) =>
      `Die Frist für „${document}“ von ${sender} ist abgelaufen. Sie müssen nichts weiter tun.`,
  },
  ended: {
    action: "Status ansehen",
    questions: (sender) => `Bei Fragen wenden Sie sich bitte an ${sender}.`,
  },
  share: {
    subject: (document) => `Dokument für Sie: ${document}`,
    opening: ({ sender, document }) => `${sender} hat „${document}“ für Sie freigegeben.`,
    action: "Dokument öffnen",
    validUntil: (time) => `Der Link ist gültig bis: ${time}`,
    personal:
      "Wer diesen Link hat, kann das Dokument öffnen. Geben Sie ihn nur an Personen weiter, die das Dokument benötigen.",
  },
  member: {
    invitation: {
      subject: (account) => `Einladung zu ${account}`,
      opening: (account) => `Sie sind zum Konto „${account}“ in Paraph eingeladen.`,
      action: "Einladung annehmen",
    },
    signIn: {
      subject: (account) => `Anmeldung bei ${account}`,
      opening: (account) => `Öffnen Sie diesen Link, um sich beim Konto „${account}“ anzumelden.`,
      action: "Anmelden",
    },
    personal:
      "Der Link funktioniert einmal, und wer ihn öffnet, ist in Ihrem Namen angemeldet. Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.",
  },
  toSender: {
    action: "In der Konsole öffnen",
    reasonOf: (recipient) => `Begründung von ${recipient}:`,
    completed: {
      subject: (document) => `Abgeschlossen: ${document}`,
      opening: (document) =>
        `Alle Empfänger haben „${document}“ unterschrieben. Das unterschriebene Dokument und das Zertifikat liegen bereit.`,
    },
    declined: {
      subject: (document) => `Abgelehnt: ${document}`,
      opening: ({ recipient, document }) => `${recipient} hat „${document}“ abgelehnt.`,
      ended: "Der Vorgang ist beendet. Für einen neuen Versuch starten Sie einen neuen Vorgang.",
    },
    delegated: {
      subject: (document) => `Delegiert: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} hat ${delegate} (${email}) benannt, „${document}“ zu unterschreiben.`,
      advice:
        "Falls diese Person nicht unterschreiben soll, ändern Sie den Empfänger oder ziehen Sie den Vorgang zurück.",
    },
    undelivered: {
      subject: (document) => `E-Mail nicht zugestellt: ${document}`,
      opening: ({ recipient, email, document }) =>
        `Die E-Mail zu „${document}“ an ${recipient} (${email}) konnte nicht zugestellt werden.`,
      advice:
        "Prüfen Sie die E-Mail-Adresse. Sie können den Empfänger korrigieren oder die E-Mail erneut senden.",
    },
  },
};
