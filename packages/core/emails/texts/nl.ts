import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("nl", { one: "dag", other: "dagen" });
const minutes = pluralsOf("nl", { one: "minuut", other: "minuten" });

/** The texts of emails in Dutch. */
export const NL: EmailTexts = {
  greeting: (name) => `Beste ${name},`,
  messageFrom: (sender) => `Bericht van ${sender}:`,
  link: "Werkt de knop niet? Open dan deze link:",
  onBehalfOf: (sender) => `Deze e-mail is verzonden namens ${sender}.`,
  deadline: (time) => `Uiterste datum: ${time}`,
  daysLeft: (count) => `U hebt nog ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Ter ondertekening: ${document}`,
    opening: ({ sender, document }) => `${sender} vraagt u om ‘${document}’ te ondertekenen.`,
    reminder: {
      subject: (document) => `Herinnering – ter ondertekening: ${document}`,
      opening: ({ sender, document }) => `${sender} wacht op uw handtekening onder ‘${document}’.`,
    },
    action: "Bekijken en ondertekenen",
    personal:
      "Deze link is persoonlijk: iedereen die hem heeft, kan namens u ondertekenen. Stuur deze e-mail niet door.",
  },
  approve: {
    subject: (document) => `Ter goedkeuring: ${document}`,
    opening: ({ sender, document }) => `${sender} vraagt u om ‘${document}’ goed te keuren.`,
    reminder: {
      subject: (document) => `Herinnering – ter goedkeuring: ${document}`,
      opening: ({ sender, document }) => `${sender} wacht op uw goedkeuring van ‘${document}’.`,
    },
    action: "Bekijken en goedkeuren",
    personal:
      "Deze link is persoonlijk: iedereen die hem heeft, kan namens u goedkeuren. Stuur deze e-mail niet door.",
  },
  sentAgain: (sender) => `${sender} heeft u deze e-mail opnieuw gestuurd.`,
  code: {
    subject: (code) => `${code} is uw code`,
    opening: (sender) => `Voer deze code in om het document van ${sender} te openen:`,
    action: "Pagina openen",
    validFor: (count) => `De code is ${count} ${minutes(count)} geldig en werkt één keer.`,
    secret: "Geef de code aan niemand. Hebt u de code niet aangevraagd? Negeer dan deze e-mail.",
  },
  completed: {
    subject: (document) => `Voltooid: ${document}`,
    opening: ({ sender, document }) =>
      `Alle ontvangers hebben ‘${document}’ van ${sender} ondertekend.`,
    action: "Ondertekend document openen",
    store:
      "Download het document en bewaar het: elke pdf-lezer kan controleren of het is gewijzigd.",
    personal: "Deze link is persoonlijk: iedereen die hem heeft, kan het document openen.",
  },
  declined: {
    subject: (document) => `Geweigerd: ${document}`,
    opening: ({ sender, document }) =>
      `Een ontvanger heeft ‘${document}’ van ${sender} geweigerd. Het verzoek is daarmee beëindigd; u hoeft niets te doen.`,
  },
  cancelled: {
    subject: (document) => `Geannuleerd: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} heeft het verzoek voor ‘${document}’ geannuleerd. U hoeft niets te doen.`,
  },
  expired: {
    subject: (document) => `Verlopen: ${document}`,
    opening: ({ sender, document }) =>
      `De termijn voor ‘${document}’ van ${sender} is verstreken. U hoeft niets te doen.`,
  },
  ended: {
    action: "Status bekijken",
    questions: (sender) => `Neem bij vragen contact op met ${sender}.`,
  },
  share: {
    subject: (document) => `Document voor u: ${document}`,
    opening: ({ sender, document }) => `${sender} heeft ‘${document}’ met u gedeeld.`,
    action: "Document openen",
    validUntil: (time) => `De link is geldig tot: ${time}`,
    personal:
      "Iedereen die deze link heeft, kan het document openen. Deel hem alleen met wie het document nodig heeft.",
  },
  member: {
    invitation: {
      subject: (account) => `Uitnodiging voor ${account}`,
      opening: (account) => `U bent uitgenodigd voor het account ‘${account}’ in Paraph.`,
      action: "Uitnodiging accepteren",
    },
    signIn: {
      subject: (account) => `Inloggen bij ${account}`,
      opening: (account) => `Open deze link om in te loggen bij het account ‘${account}’.`,
      action: "Inloggen",
    },
    personal:
      "De link werkt één keer en wie hem opent, is namens u ingelogd. Als u deze e-mail niet verwachtte, negeer hem dan.",
  },
  toSender: {
    action: "Openen in de console",
    reasonOf: (recipient) => `Reden van ${recipient}:`,
    completed: {
      subject: (document) => `Voltooid: ${document}`,
      opening: (document) =>
        `Alle ontvangers hebben ‘${document}’ ondertekend. Het ondertekende document en het certificaat staan klaar.`,
    },
    declined: {
      subject: (document) => `Geweigerd: ${document}`,
      opening: ({ recipient, document }) => `${recipient} heeft ‘${document}’ geweigerd.`,
      ended: "Het verzoek is beëindigd. Verstuur een nieuw verzoek om het opnieuw te proberen.",
    },
    delegated: {
      subject: (document) => `Gedelegeerd: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} heeft ${delegate} (${email}) aangewezen om ‘${document}’ te ondertekenen.`,
      advice:
        "Als deze persoon niet mag ondertekenen, wijzig de ontvanger of annuleer het verzoek.",
    },
    undelivered: {
      subject: (document) => `E-mail niet bezorgd: ${document}`,
      opening: ({ recipient, email, document }) =>
        `De e-mail over ‘${document}’ kon niet worden bezorgd bij ${recipient} (${email}).`,
      advice:
        "Controleer het e-mailadres. U kunt de gegevens van de ontvanger corrigeren of de e-mail opnieuw verzenden.",
    },
  },
};
