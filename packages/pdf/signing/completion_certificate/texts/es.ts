import { plural } from "@paraph/core/values";

import type { CertificateTexts } from "./en.ts";

/** The texts of certificates, in Spanish. */
export const es: CertificateTexts = {
  outcomes: {
    completed: {
      title: "Certificado de finalización",
      lead: "Todos los firmantes y aprobadores han firmado o aprobado el documento siguiente. Este certificado recoge quién firmó o aprobó, cuándo y cómo. Ambos archivos llevan una firma digital que no permite cambios; paraph verify la comprueba.",
      ended: "Finalizado",
    },
    declined: {
      title: "Certificado: rechazado",
      lead: "Un destinatario rechazó el documento siguiente, por lo que no lo firmaron todos. Este certificado recoge lo ocurrido hasta entonces. Lleva una firma digital que no permite cambios; paraph verify la comprueba.",
      ended: "Rechazado",
    },
    cancelled: {
      title: "Certificado: cancelado",
      lead: "El remitente canceló la solicitud antes de que todos hubieran firmado el documento siguiente. Este certificado recoge lo ocurrido hasta entonces. Lleva una firma digital que no permite cambios; paraph verify la comprueba.",
      ended: "Cancelado",
    },
    expired: {
      title: "Certificado: caducado",
      lead: "El plazo para firmar terminó antes de que todos hubieran firmado el documento siguiente. Este certificado recoge lo ocurrido hasta entonces. Lleva una firma digital que no permite cambios; paraph verify la comprueba.",
      ended: "Caducado",
    },
  },
  pageNumber: "Página {currentPage} de {totalPages}",
  request: {
    id: "Solicitud",
    sender: "Remitente",
    sent: "Enviado",
    pages: "Páginas",
    signedBy: "Firmado por",
    people: plural({ one: "{count} persona", other: "{count} personas" }),
    reason: "Motivo: {reason}",
  },
  document: { title: "Documento", original: "SHA-256 al enviarlo", sealed: "SHA-256 al sellarlo" },
  seal: {
    title: "Sello",
    by: "Sellado por",
    fingerprint: "Certificado, SHA-256",
    level: "Nivel",
    levelText: "{level}, firma de certificación: no se permiten cambios",
    at: "Sellado",
    atText: "{time}, según el reloj de este servicio",
    timestamp: "Sello de tiempo",
    timestampText: "{time}, de la autoridad de sellado de tiempo de este servicio",
    noTimestamp: "Ninguno: todas las horas son las del reloj de este servicio",
    note: "Firmas electrónicas simples, selladas por {subject}; no es una firma electrónica cualificada.",
    selfSigned:
      "{note} Este servicio creó él mismo el certificado de firma: ninguna autoridad de certificación confirma su nombre. Compare su SHA-256 con el que le facilite el operador del servicio.",
  },
  recipients: {
    title: "Destinatarios",
    roles: { Signer: "Firmante", Approver: "Aprobador", CC: "Recibe una copia" },
    order: "{role} · orden {order}",
    email: "Correo electrónico",
    authentication: "Autenticación",
    authentications: {
      link: "Posesión del enlace personal enviado a esta dirección",
      embedded: "Enlace en una página del remitente, que identificó al destinatario",
      email_code: "Enlace personal y código de un solo uso enviado a esta dirección",
      sms_code: "Enlace personal y código de un solo uso enviado por SMS al {phone}",
      access_code: "Enlace personal y código de acceso del remitente",
    },
    inPerson: {
      link: "En persona, en un dispositivo de {host}; no se comprobó la dirección de correo",
      email_code:
        "En persona, en un dispositivo de {host}, con un código de un solo uso enviado a esta dirección",
      sms_code:
        "En persona, en un dispositivo de {host}, con un código de un solo uso enviado por SMS al {phone}; no se comprobó la dirección de correo",
      access_code:
        "En persona, en un dispositivo de {host}, con un código de acceso; no se comprobó la dirección de correo",
    },
    delegatedBy: "Delegado por",
    invited: "Invitado",
    invitations: {
      queued: "{time} (correo en cola)",
      sent: "{time} (correo enviado)",
      failed: "{time} (correo no entregado)",
    },
    viewed: "Visto",
    consented: "Consentimiento",
    consentedIn: "{time} ({language})",
    signed: "Firmado",
    approved: "Aprobado",
    declined: "Rechazado",
    localTime: "Hora local",
    ip: "Dirección IP",
    device: "Dispositivo",
    signatures: { typed: "Firma, escrita", drawn: "Firma, dibujada", image: "Firma, subida" },
    initials: {
      typed: "Iniciales, escritas",
      drawn: "Iniciales, dibujadas",
      image: "Iniciales, subidas",
    },
  },
  devices: {
    browserOn: "{browser} en {system}",
    someBrowserOn: "Un navegador en {system}",
    unknown: "Un navegador desconocido",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
  },
  fields: {
    filledIn: "Rellenado",
    page: "Página",
    sha256: "SHA-256 del valor",
    types: {
      signature: "Firma",
      initial: "Iniciales",
      text: "Texto",
      date: "Fecha",
      checkbox: "Casilla",
      dropdown: "Opción",
      radio_buttons: "Opción",
      text_area: "Texto largo",
    },
  },
  consent: { title: "Consentimiento ({language})", sha256: "SHA-256 de este texto" },
  events: {
    title: "Registro de auditoría",
    lead: "Cada evento con su SHA-256, que también abarca el evento anterior: cambiar, quitar o mover un evento cambia todos los valores SHA-256 posteriores. Las horas son UTC.",
    time: "Hora",
    what: "Evento",
    who: "Quién",
    about: "{event}: {email}",
    last: "Último SHA-256",
    types: {
      sent: "Enviado para firmar",
      invited: "Invitación en cola",
      resent: "Nueva invitación en cola",
      reminded: "Recordatorio en cola",
      extended: "Plazo de firma modificado",
      recipient_changed: "Destinatario corregido",
      delegated: "Delegado",
      email_sent: "Correo enviado",
      email_failed: "Correo no entregado",
      email_complained: "Correo marcado como no deseado",
      name_confirmed: "Nombre confirmado en persona",
      viewed: "Documento abierto",
      code_sent: "Código solicitado",
      code_failed: "SMS con el código no enviado",
      authenticated: "Código correcto introducido",
      authentication_failed: "Código incorrecto introducido",
      consented: "Aceptó firmar electrónicamente",
      signed: "Firmado",
      approved: "Aprobado",
      declined: "Rechazado",
      cancelled: "Cancelado",
      expired: "Caducado",
      finished: "Todos los destinatarios han firmado",
      completed: "Sellado y guardado",
    },
  },
  verify: {
    title: "Cómo verificar",
    operator:
      "Pida al operador del servicio el SHA-256 de su certificado o su certificado raíz. Cualquiera puede crear un certificado con el mismo nombre: no se fíe del SHA-256 de este archivo.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (o --root FILE) comprueba que ambos archivos no han cambiado desde que se sellaron con ese certificado y que van juntos. No necesita red y no comprueba la revocación.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (o --root FILE) comprueba que este archivo no ha cambiado desde que se selló con ese certificado. No necesita red y no comprueba la revocación.",
    readers:
      "Los lectores de PDF comprueban que las firmas son válidas, igual que pdfsig FILE: «Signature is Valid» y «Total document signed». Eso por sí solo no indica quién firmó.",
    sealedSha256: "sha256sum FILE del documento sellado da el SHA-256 anterior.",
    sentSha256: "sha256sum FILE del documento enviado da el SHA-256 anterior.",
    audit:
      "El registro de auditoría completo se adjunta a este archivo como audit.json (pdfdetach -saveall FILE). El hash de su último evento empieza por {head}.",
  },
};
