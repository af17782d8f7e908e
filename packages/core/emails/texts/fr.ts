import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("fr", { one: "jour", other: "jours" });
const minutes = pluralsOf("fr", { one: "minute", other: "minutes" });

/** The texts of emails in French, with no-break spaces before the punctuation that needs them. */
export const FR: EmailTexts = {
  greeting: (name) => `Bonjour ${name},`,
  messageFrom: (sender) => `Message de ${sender}\u00a0:`,
  link: "Si le bouton ne fonctionne pas, ouvrez ce lien\u00a0:",
  onBehalfOf: (sender) => `Cet e-mail a été envoyé pour le compte de ${sender}.`,
  deadline: (time) => `Date limite\u00a0: ${time}`,
  daysLeft: (count) => `Il vous reste ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `À signer\u00a0: ${document}`,
    opening: ({ sender, document }) => `${sender} vous invite à signer «\u00a0${document}\u00a0».`,
    reminder: {
      subject: (document) => `Rappel – à signer\u00a0: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} attend votre signature pour «\u00a0${document}\u00a0».`,
    },
    action: "Consulter et signer",
    personal:
      "Ce lien est personnel\u00a0: toute personne qui le détient peut signer en votre nom. Ne transférez pas cet e-mail.",
  },
  approve: {
    subject: (document) => `À approuver\u00a0: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} vous invite à approuver «\u00a0${document}\u00a0».`,
    reminder: {
      subject: (document) => `Rappel – à approuver\u00a0: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} attend votre approbation pour «\u00a0${document}\u00a0».`,
    },
    action: "Consulter et approuver",
    personal:
      "Ce lien est personnel\u00a0: toute personne qui le détient peut approuver en votre nom. Ne transférez pas cet e-mail.",
  },
  sentAgain: (sender) => `${sender} vous a renvoyé cet e-mail.`,
  code: {
    subject: (code) => `${code} est votre code`,
    opening: (sender) => `Saisissez ce code pour ouvrir le document envoyé par ${sender}\u00a0:`,
    action: "Ouvrir la page",
    validFor: (count) =>
      `Ce code est valable ${count} ${minutes(count)} et ne peut être utilisé qu’une seule fois.`,
    secret: "Ne le communiquez à personne. Si vous ne l’avez pas demandé, ignorez cet e-mail.",
  },
  completed: {
    subject: (document) => `Terminé\u00a0: ${document}`,
    opening: ({ sender, document }) =>
      `Tous les destinataires ont signé «\u00a0${document}\u00a0», envoyé par ${sender}.`,
    action: "Ouvrir le document signé",
    store:
      "Téléchargez le document et conservez-le\u00a0: tout lecteur PDF peut vérifier s’il a été modifié.",
    personal: "Ce lien est personnel\u00a0: toute personne qui le détient peut ouvrir le document.",
  },
  declined: {
    subject: (document) => `Refusé\u00a0: ${document}`,
    opening: ({ sender, document }) =>
      `Un destinataire a refusé «\u00a0${document}\u00a0», envoyé par ${sender}. La demande est donc close et vous n’avez rien à faire.`,
  },
  cancelled: {
    subject: (document) => `Annulé\u00a0: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} a annulé la demande concernant «\u00a0${document}\u00a0». Vous n’avez rien à faire.`,
  },
  expired: {
    subject: (document) => `Expiré\u00a0: ${document}`,
    opening: ({ sender, document }) =>
      `La date limite pour «\u00a0${document}\u00a0», envoyé par ${sender}, est dépassée. Vous n’avez rien à faire.`,
  },
  ended: {
    action: "Voir l’état",
    questions: (sender) => `Pour toute question, adressez-vous à ${sender}.`,
  },
  share: {
    subject: (document) => `Document pour vous\u00a0: ${document}`,
    opening: ({ sender, document }) => `${sender} a partagé «\u00a0${document}\u00a0» avec vous.`,
    action: "Ouvrir le document",
    validUntil: (time) => `Lien valable jusqu’au\u00a0: ${time}`,
    personal:
      "Toute personne qui détient ce lien peut ouvrir le document. Ne le communiquez qu’aux personnes qui en ont besoin.",
  },
  member: {
    invitation: {
      subject: (account) => `Invitation à rejoindre ${account}`,
      opening: (account) =>
        `Vous êtes invité(e) à rejoindre le compte «\u00a0${account}\u00a0» dans Paraph.`,
      action: "Accepter l’invitation",
    },
    signIn: {
      subject: (account) => `Connexion à ${account}`,
      opening: (account) =>
        `Ouvrez ce lien pour vous connecter au compte «\u00a0${account}\u00a0».`,
      action: "Se connecter",
    },
    personal:
      "Ce lien ne fonctionne qu’une fois, et toute personne qui l’ouvre est connectée en votre nom. Si vous n’attendiez pas cet e-mail, ignorez-le.",
  },
  toSender: {
    action: "Ouvrir dans la console",
    reasonOf: (recipient) => `Motif indiqué par ${recipient}\u00a0:`,
    completed: {
      subject: (document) => `Terminé\u00a0: ${document}`,
      opening: (document) =>
        `Tous les destinataires ont signé «\u00a0${document}\u00a0». Le document signé et son certificat sont disponibles.`,
    },
    declined: {
      subject: (document) => `Refusé\u00a0: ${document}`,
      opening: ({ recipient, document }) => `${recipient} a refusé «\u00a0${document}\u00a0».`,
      ended: "La demande est close. Pour réessayer, envoyez-en une nouvelle.",
    },
    delegated: {
      subject: (document) => `Délégué\u00a0: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} a désigné ${delegate} (${email}) pour signer «\u00a0${document}\u00a0» à sa place.`,
      advice:
        "Si cette personne ne doit pas signer, modifiez le destinataire ou annulez la demande.",
    },
    undelivered: {
      subject: (document) => `E-mail non remis\u00a0: ${document}`,
      opening: ({ recipient, email, document }) =>
        `L’e-mail concernant «\u00a0${document}\u00a0» n’a pas pu être remis à ${recipient} (${email}).`,
      advice:
        "Vérifiez l’adresse e-mail. Vous pouvez corriger le destinataire ou renvoyer l’e-mail.",
    },
  },
};
