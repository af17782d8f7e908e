import type { EmailTexts } from "./email_texts.ts";
import { pluralsOf } from "./plurals.ts";

const days = pluralsOf("es", { one: "día", other: "días" });
const minutes = pluralsOf("es", { one: "minuto", other: "minutos" });

/** The texts of emails in Spanish. */
export const ES: EmailTexts = {
  greeting: (name) => `Hola, ${name}:`,
  messageFrom: (sender) => `Mensaje de ${sender}:`,
  link: "Si el botón no funciona, abra este enlace:",
  onBehalfOf: (sender) => `Este correo electrónico se ha enviado en nombre de ${sender}.`,
  deadline: (time) => `Fecha límite: ${time}`,
  daysLeft: (count) => `Le ${count === 1 ? "queda" : "quedan"} ${count} ${days(count)}.`,
  sign: {
    subject: (document) => `Documento para firmar: ${document}`,
    opening: ({ sender, document }) => `${sender} le solicita que firme «${document}».`,
    reminder: {
      subject: (document) => `Recordatorio: documento para firmar: ${document}`,
      opening: ({ sender, document }) => `${sender} está a la espera de su firma en «${document}».`,
    },
    action: "Revisar y firmar",
    personal:
      "Este enlace es personal: cualquiera que lo tenga puede firmar en su nombre. No reenvíe este correo.",
  },
  approve: {
    subject: (document) => `Documento para aprobar: ${document}`,
    opening: ({ sender, document }) => `${sender} le solicita que apruebe «${document}».`,
    reminder: {
      subject: (document) => `Recordatorio: documento para aprobar: ${document}`,
      opening: ({ sender, document }) =>
        `${sender} está a la espera de su aprobación de «${document}».`,
    },
    action: "Revisar y aprobar",
    personal:
      "Este enlace es personal: cualquiera que lo tenga puede aprobar en su nombre. No reenvíe este correo.",
  },
  sentAgain: (sender) => `${sender} le ha enviado este correo de nuevo.`,
  code: {
    subject: (code) => `${code} es su código`,
    opening: (sender) => `Introduzca este código para abrir el documento de ${sender}:`,
    action: "Abrir la página",
    validFor: (count) =>
      `El código es válido durante ${count} ${minutes(count)} y solo puede usarse una vez.`,
    secret: "No se lo facilite a nadie. Si no lo ha solicitado, ignore este correo.",
  },
  completed: {
    subject: (document) => `Completado: ${document}`,
    opening: ({ sender, document }) =>
      `Todos los destinatarios han firmado «${document}», enviado por ${sender}.`,
    action: "Abrir el documento firmado",
    store:
      "Descargue el documento y consérvelo: cualquier lector de PDF puede comprobar si se ha modificado.",
    personal: "Este enlace es personal: cualquiera que lo tenga puede abrir el documento.",
  },
  declined: {
    subject: (document) => `Rechazado: ${document}`,
    opening: ({ sender, document }) =>
      `Un destinatario ha rechazado «${document}», enviado por ${sender}, por lo que la solicitud ha finalizado. No tiene que hacer nada.`,
  },
  cancelled: {
    subject: (document) => `Cancelado: ${document}`,
    opening: ({ sender, document }) =>
      `${sender} ha cancelado la solicitud relativa a «${document}». No tiene que hacer nada.`,
  },
  expired: {
    subject: (document) => `Caducado: ${document}`,
    opening: ({ sender, document }) =>
      `El plazo para «${document}», enviado por ${sender}, ha vencido. No tiene que hacer nada.`,
  },
  ended: {
    action: "Ver el estado",
    questions: (sender) => `Si tiene alguna pregunta, póngase en contacto con ${sender}.`,
  },
  share: {
    subject: (document) => `Documento para usted: ${document}`,
    opening: ({ sender, document }) => `${sender} ha compartido «${document}» con usted.`,
    action: "Abrir el documento",
    validUntil: (time) => `El enlace es válido hasta: ${time}`,
    personal:
      "Cualquiera que tenga el enlace puede abrir el documento. Compártalo solo con quien lo necesite.",
  },
  member: {
    invitation: {
      subject: (account) => `Invitación a ${account}`,
      opening: (account) => `Tiene una invitación a la cuenta «${account}» en Paraph.`,
      action: "Aceptar la invitación",
    },
    signIn: {
      subject: (account) => `Iniciar sesión en ${account}`,
      opening: (account) => `Abra este enlace para iniciar sesión en la cuenta «${account}».`,
      action: "Iniciar sesión",
    },
    personal:
      "El enlace funciona una sola vez y quien lo abra iniciará sesión en su nombre. Si no esperaba este correo, ignórelo.",
  },
  toSender: {
    action: "Abrir en la consola",
    reasonOf: (recipient) => `Motivo indicado por ${recipient}:`,
    completed: {
      subject: (document) => `Completado: ${document}`,
      opening: (document) =>
        `Todos los destinatarios han firmado «${document}». El documento firmado y su certificado están disponibles.`,
    },
    declined: {
      subject: (document) => `Rechazado: ${document}`,
      opening: ({ recipient, document }) => `${recipient} ha rechazado «${document}».`,
      ended: "La solicitud ha finalizado. Para volver a intentarlo, envíe una nueva.",
    },
    delegated: {
      subject: (document) => `Delegado: ${document}`,
      opening: ({ recipient, delegate, email, document }) =>
        `${recipient} ha nombrado a ${delegate} (${email}) para firmar «${document}» en su lugar.`,
      advice: "Si esta persona no debe firmar, cambie el destinatario o cancele la solicitud.",
    },
    undelivered: {
      subject: (document) => `Correo no entregado: ${document}`,
      opening: ({ recipient, email, document }) =>
        `No se ha podido entregar el correo sobre «${document}» a ${recipient} (${email}).`,
      advice:
        "Compruebe la dirección de correo. Puede corregir los datos del destinatario o volver a enviar el correo.",
    },
  },
};
