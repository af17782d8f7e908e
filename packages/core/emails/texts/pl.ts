import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("pl", { one: "dzień", few: "dni", many: "dni", other: "dnia" });
const minutes = pluralsOf("pl", { one: "minutę", few: "minuty", many: "minut", other: "minuty" });
const left = pluralsOf("pl", {
  one: "Pozostał",
  few: "Pozostały",
  many: "Pozostało",
  other: "Pozostało",
});

/** The texts of emails in Polish. Names of senders are subjects, because other cases would inflect them. */
export const PL: EmailTexts = {
  greeting: (name) => `Dzień dobry, ${name},`,
  messageFrom: (sender) => `Wiadomość (${sender}):`,
  link: "Jeśli przycisk nie działa, proszę otworzyć ten link:",
  onBehalfOf: (sender) => `Nadawca, w którego imieniu wysłano tę wiadomość: ${sender}.`,
  deadline: (time) => `Termin: ${time}`,
  daysLeft: (count) => `${left(count)} ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Do podpisania: ${document}`,
    opening: ({ sender, document }) => `${sender} prosi o podpisanie dokumentu „${document}”.`,
    reminder: {
      subject: (document) => `Przypomnienie – do podpisania: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} czeka na podpisanie przez Państwa dokumentu „${document}”.`,
    },
    action: "Sprawdź i podpisz",
    personal:
      "Ten link jest osobisty: każdy, kto go ma, może podpisać dokument w Państwa imieniu. Prosimy nie przekazywać tej wiadomości dalej.",
  },
  approve: {
    subject: (document) => `Do zatwierdzenia: ${document}`,
    opening: ({ sender, document }) => `${sender} prosi o zatwierdzenie dokumentu „${document}”.`,
    reminder: {
      subject: (document) => `Przypomnienie – do zatwierdzenia: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} czeka na zatwierdzenie przez Państwa dokumentu „${document}”.`,
    },
    action: "Sprawdź i zatwierdź",
    personal:
      "Ten link jest osobisty: każdy, kto go ma, może zatwierdzić dokument w Państwa imieniu. Prosimy nie przekazywać tej wiadomości dalej.",
  },
  sentAgain: (sender) => `${sender} ponownie wysyła Państwu tę wiadomość.`,
  code: {
    subject: (code) => `${code} to Państwa kod`,
    opening: (sender) => `Kod, który otwiera dokument (nadawca: ${sender}):`,
    action: "Otwórz stronę",
    validFor: (count) => `Kod jest ważny przez ${count} ${minutes(count)} i działa tylko raz.`,
    secret:
      "Prosimy nikomu go nie podawać. Jeśli kod nie był zamawiany, prosimy zignorować tę wiadomość.",
  },
  completed: {
    subject: (document) => `Zakończono: ${document}`,
    opening: ({ sender, document }) =>
      `Wszyscy odbiorcy podpisali dokument „${document}” (nadawca: ${sender}).`,
    action: "Otwórz podpisany dokument",
    store:
      "Prosimy pobrać dokument i go zachować: każdy czytnik PDF może sprawdzić, czy został zmieniony.",
    personal: "Ten link jest osobisty: każdy, kto go ma, może otworzyć dokument.",
  },
  declined: {
    subject: (document) => `Odmowa: ${document}`,
    opening: ({ sender, document }) =>
      `Jeden z odbiorców odmówił podpisania dokumentu „${document}” (nadawca: ${sender}), więc proces został zakończony. Nie trzeba nic robić.`,
  },
  cancelled: {
    subject: (document) => `Anulowano: ${document}`,
    opening: ({ sender, document }) =>
      `Nadawca (${sender}) anulował prośbę dotyczącą dokumentu „${document}”. Nie trzeba nic robić.`,
  },
  expired: {
    subject: (document) => `Termin minął: ${document}`,
    opening: ({ sender, document }) =>
      `Minął termin dotyczący dokumentu „${document}” (nadawca: ${sender}). Nie trzeba nic robić.`,
  },
  ended: {
    action: "Zobacz status",
    questions: (sender) => `W razie pytań prosimy o kontakt z nadawcą: ${sender}.`,
  },
  share: {
    subject: (document) => `Dokument dla Państwa: ${document}`,
    opening: ({ sender, document }) => `${sender} udostępnia Państwu dokument „${document}”.`,
    action: "Otwórz dokument",
    validUntil: (time) => `Link jest ważny do: ${time}`,
    personal:
      "Każdy, kto ma ten link, może otworzyć dokument. Prosimy udostępniać go tylko osobom, które go potrzebują.",
  },
  member: {
    invitation: {
      subject: (account) => `Zaproszenie do ${account}`,
      opening: (account) => `Zapraszamy Państwa do konta „${account}” w Paraph.`,
      action: "Przyjmij zaproszenie",
    },
    signIn: {
      subject: (account) => `Logowanie do ${account}`,
      opening: (account) => `Prosimy otworzyć ten link, aby zalogować się do konta „${account}”.`,
      action: "Zaloguj się",
    },
    personal:
      "Link działa jeden raz, a każdy, kto go otworzy, zaloguje się w Państwa imieniu. Jeśli nie spodziewali się Państwo tej wiadomości, prosimy ją zignorować.",
  },
  toSender: {
    action: "Otwórz w konsoli",
    reasonOf: (recipient) => `Powód (${recipient}):`,
    completed: {
      subject: (document) => `Zakończono: ${document}`,
      opening: (document) =>
        `Wszyscy odbiorcy podpisali dokument „${document}”. Podpisany dokument i certyfikat są gotowe.`,
    },
    declined: {
      subject: (document) => `Odmowa: ${document}`,
      opening: ({ recipient, document }) =>
        `Odbiorca (${recipient}) odmówił podpisania dokumentu „${document}”.`,
      ended: "Proces został zakończony. Aby spróbować ponownie, prosimy wysłać nową prośbę.",
    },
    delegated: {
      subject: (document) => `Przekazano: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `Odbiorca (${recipient}) wskazał inną osobę do podpisania dokumentu „${document}”: ${delegate} (${email}).`,
      advice: "Jeśli ta osoba nie powinna podpisać, prosimy zmienić odbiorcę lub anulować prośbę.",
    },
    undelivered: {
      subject: (document) => `Nie doręczono wiadomości: ${document}`,
      opening: ({ recipient, email, document }) =>
        `Nie udało się doręczyć wiadomości o dokumencie „${document}”. Odbiorca: ${recipient} (${email}).`,
      advice:
        "Prosimy sprawdzić adres e-mail. Można poprawić dane odbiorcy lub wysłać wiadomość ponownie.",
    },
  },
};
