import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("it", { one: "giorno", other: "giorni" });
const minutes = pluralsOf("it", { one: "minuto", other: "minuti" });

/** The texts of emails in Italian. */
export const IT: EmailTexts = {
  greeting: (name) => `Buongiorno ${name},`,
  messageFrom: (sender) => `Messaggio di ${sender}:`,
  link: "Se il pulsante non funziona, apra questo link:",
  onBehalfOf: (sender) => `Questa e-mail è stata inviata per conto di ${sender}.`,
  deadline: (time) => `Scadenza: ${time}`,
  daysLeft: (count) => `Le ${count === 1 ? "resta" : "restano"} ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Da firmare: ${document}`,
    opening: ({ sender, document }) => `${sender} Le chiede di firmare «${document}».`,
    reminder: {
      subject: (document) => `Promemoria – da firmare: ${document}`,
      opening: ({ sender, document }) => `${sender} è in attesa della Sua firma su «${document}».`,
    },
    action: "Esamina e firma",
    personal:
      "Questo link è personale: chiunque ne sia in possesso può firmare a Suo nome. Non inoltri questa e-mail.",
  },
  approve: {
    subject: (document) => `Da approvare: ${document}`,
    opening: ({ sender, document }) => `${sender} Le chiede di approvare «${document}».`,
    reminder: {
      subject: (document) => `Promemoria – da approvare: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} è in attesa della Sua approvazione di «${document}».`,
    },
    action: "Esamina e approva",
    personal:
      "Questo link è personale: chiunque ne sia in possesso può approvare a Suo nome. Non inoltri questa e-mail.",
  },
  sentAgain: (sender) => `${sender} Le ha inviato nuovamente questa e-mail.`,
  code: {
    subject: (code) => `${code} è il Suo codice`,
    opening: (sender) => `Inserisca questo codice per aprire il documento di ${sender}:`,
    action: "Apri la pagina",
    validFor: (count) =>
      `Il codice è valido per ${count} ${minutes(count)} e può essere utilizzato una sola volta.`,
    secret: "Non lo comunichi a nessuno. Se non l’ha richiesto, ignori questa e-mail.",
  },
  completed: {
    subject: (document) => `Completato: ${document}`,
    opening: ({ sender, document }) =>
      `Tutti i destinatari hanno firmato «${document}», inviato da ${sender}.`,
    action: "Apri il documento firmato",
    store:
      "Scarichi il documento e lo conservi: qualsiasi lettore PDF può verificare se è stato modificato.",
    personal: "Questo link è personale: chiunque ne sia in possesso può aprire il documento.",
  },
  declined: {
    subject: (document) => `Rifiutato: ${document}`,
    opening: ({ sender, document }) =>
      `Un destinatario ha rifiutato «${document}», inviato da ${sender}. La richiesta è quindi conclusa e non deve fare nulla.`,
  },
  cancelled: {
    subject: (document) => `Annullato: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} ha annullato la richiesta relativa a «${document}». Non deve fare nulla.`,
  },
  expired: {
    subject: (document) => `Scaduto: ${document}`,
    opening: ({ sender, document }) =>
      `Il termine per «${document}», inviato da ${sender}, è scaduto. Non deve fare nulla.`,
  },
  ended: {
    action: "Visualizza lo stato",
    questions: (sender) => `Per qualsiasi domanda, si rivolga a ${sender}.`,
  },
  share: {
    subject: (document) => `Documento per Lei: ${document}`,
    opening: ({ sender, document }) => `${sender} ha condiviso con Lei «${document}».`,
    action: "Apri il documento",
    validUntil: (time) => `Il link è valido fino a: ${time}`,
    personal:
      "Chiunque abbia questo link può aprire il documento. Lo condivida solo con chi ne ha bisogno.",
  },
  member: {
    invitation: {
      subject: (account) => `Invito a ${account}`,
      opening: (account) => `È stato/a invitato/a all’account «${account}» in Paraph.`,
      action: "Accetta l’invito",
    },
    signIn: {
      subject: (account) => `Accesso a ${account}`,
      opening: (account) => `Apra questo link per accedere all’account «${account}».`,
      action: "Accedi",
    },
    personal:
      "Il link funziona una sola volta e chiunque lo apra accede a Suo nome. Se non si aspettava questa e-mail, la ignori.",
  },
  toSender: {
    action: "Apri nella console",
    reasonOf: (recipient) => `Motivazione di ${recipient}:`,
    completed: {
      subject: (document) => `Completato: ${document}`,
      opening: (document) =>
        `Tutti i destinatari hanno firmato «${document}». Il documento firmato e il relativo certificato sono disponibili.`,
    },
    declined: {
      subject: (document) => `Rifiutato: ${document}`,
      opening: ({ recipient, document }) => `${recipient} ha rifiutato «${document}».`,
      ended: "La richiesta è conclusa. Per riprovare, ne invii una nuova.",
    },
    delegated: {
      subject: (document) => `Delegato: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} ha indicato ${delegate} (${email}) per firmare «${document}» al suo posto.`,
      advice:
        "Se questa persona non deve firmare, modifichi il destinatario o annulli la richiesta.",
    },
    undelivered: {
      subject: (document) => `E-mail non recapitata: ${document}`,
      opening: ({ recipient, email, document }) =>
        `Non è stato possibile recapitare l’e-mail relativa a «${document}» a ${recipient} (${email}).`,
      advice:
        "Verifichi l’indirizzo e-mail. Può correggere i dati del destinatario o inviare di nuovo l’e-mail.",
    },
  },
};
