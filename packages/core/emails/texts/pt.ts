import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("pt", { one: "dia", other: "dias" });
const minutes = pluralsOf("pt", { one: "minuto", other: "minutos" });

/** The texts of emails in Portuguese, for Brazil and Portugal, without a pronoun for the reader. */
export const PT: EmailTexts = {
  greeting: (name) => `Olá, ${name},`,
  messageFrom: (sender) => `Mensagem de ${sender}:`,
  link: "Se o botão não funcionar, abra este link:",
  onBehalfOf: (sender) => `Este e-mail foi enviado em nome de ${sender}.`,
  deadline: (time) => `Prazo: ${time}`,
  daysLeft: (count) => `${count === 1 ? "Resta" : "Restam"} ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Para assinar: ${document}`,
    opening: ({ sender, document }) => `${sender} solicita a sua assinatura em “${document}”.`,
    reminder: {
      subject: (document) => `Lembrete – para assinar: ${document}`,
      opening: ({ sender, document }) => `${sender} aguarda a sua assinatura em “${document}”.`,
    },
    action: "Revisar e assinar",
    personal:
      "Este link é pessoal: qualquer pessoa que o tenha pode assinar em seu nome. Não encaminhe este e-mail.",
  },
  approve: {
    subject: (document) => `Para aprovar: ${document}`,
    opening: ({ sender, document }) => `${sender} solicita a sua aprovação de “${document}”.`,
    reminder: {
      subject: (document) => `Lembrete – para aprovar: ${document}`,
      opening: ({ sender, document }) => `${sender} aguarda a sua aprovação de “${document}”.`,
    },
    action: "Revisar e aprovar",
    personal:
      "Este link é pessoal: qualquer pessoa que o tenha pode aprovar em seu nome. Não encaminhe este e-mail.",
  },
  sentAgain: (sender) => `Este e-mail foi enviado novamente por ${sender}.`,
  code: {
    subject: (code) => `${code} é o seu código`,
    opening: (sender) => `Digite este código para abrir o documento de ${sender}:`,
    action: "Abrir a página",
    validFor: (count) =>
      `O código é válido por ${count} ${minutes(count)} e só pode ser usado uma vez.`,
    secret: "Não o revele a ninguém. Se não foi solicitado, ignore este e-mail.",
  },
  completed: {
    subject: (document) => `Concluído: ${document}`,
    opening: ({ sender, document }) =>
      `Todos os destinatários assinaram “${document}”, enviado por ${sender}.`,
    action: "Abrir o documento assinado",
    store: "Faça download do documento e guarde-o: qualquer leitor de PDF mostra se foi alterado.",
    personal: "Este link é pessoal: qualquer pessoa que o tenha pode abrir o documento.",
  },
  declined: {
    subject: (document) => `Recusado: ${document}`,
    opening: ({ sender, document }) =>
      `Um destinatário recusou “${document}”, enviado por ${sender}. O pedido foi encerrado e nenhuma ação é necessária.`,
  },
  cancelled: {
    subject: (document) => `Cancelado: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} cancelou o pedido relativo a “${document}”. Nenhuma ação é necessária.`,
  },
  expired: {
    subject: (document) => `Expirado: ${document}`,
    opening: ({ sender, document }) =>
      `O prazo de “${document}”, enviado por ${sender}, terminou. Nenhuma ação é necessária.`,
  },
  ended: {
    action: "Ver o status",
    questions: (sender) => `Em caso de dúvida, fale com ${sender}.`,
  },
  share: {
    subject: (document) => `Documento recebido: ${document}`,
    opening: ({ sender, document }) => `${sender} enviou um link para o documento “${document}”.`,
    action: "Abrir o documento",
    validUntil: (time) => `O link é válido até: ${time}`,
    personal:
      "Qualquer pessoa que tenha o link pode abrir o documento. Envie-o apenas a quem precisar dele.",
  },
  member: {
    invitation: {
      subject: (account) => `Convite para ${account}`,
      opening: (account) => `Você recebeu um convite para a conta “${account}” no Paraph.`,
      action: "Aceitar o convite",
    },
    signIn: {
      subject: (account) => `Entrar em ${account}`,
      opening: (account) => `Abra este link para entrar na conta “${account}”.`,
      action: "Entrar",
    },
    personal:
      "O link funciona uma única vez, e quem o abrir entrará em seu nome. Se você não esperava este e-mail, ignore-o.",
  },
  toSender: {
    action: "Abrir no console",
    reasonOf: (recipient) => `Motivo indicado por ${recipient}:`,
    completed: {
      subject: (document) => `Concluído: ${document}`,
      opening: (document) =>
        `Todos os destinatários assinaram “${document}”. O documento assinado e o certificado estão disponíveis.`,
    },
    declined: {
      subject: (document) => `Recusado: ${document}`,
      opening: ({ recipient, document }) => `${recipient} recusou “${document}”.`,
      ended: "O pedido foi encerrado. Para tentar novamente, envie um novo.",
    },
    delegated: {
      subject: (document) => `Delegado: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} indicou ${delegate} (${email}) para assinar “${document}” em seu lugar.`,
      advice: "Se esta pessoa não deve assinar, altere o destinatário ou cancele o pedido.",
    },
    undelivered: {
      subject: (document) => `E-mail não entregue: ${document}`,
      opening: ({ recipient, email, document }) =>
        `Não foi possível entregar o e-mail sobre “${document}” a ${recipient} (${email}).`,
      advice:
        "Verifique o endereço de e-mail. É possível corrigir o destinatário ou enviar o e-mail novamente.",
    },
  },
};
