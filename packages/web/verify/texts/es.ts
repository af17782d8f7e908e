import type { VerifyTexts } from "./en.ts";

/** Spanish. Terms: solicitud (request), firmar digitalmente (sign digitally), certificado (certificate). */
export const es: VerifyTexts = {
  start: {
    title: "Comprobar un documento firmado",
    lead: "Elija un PDF firmado o un certificado. Este servicio comprueba que ha firmado el archivo digitalmente y que nada ha cambiado desde entonces.",
  },
  form: {
    title: "Comprobar un archivo",
    lead: "Elija el PDF firmado o el certificado de esta solicitud.",
    file: "Archivo PDF",
    check: "Comprobar",
    privacy: "El archivo solo se comprueba. No se guarda.",
  },
  outcomes: {
    completed: { title: "Todos han firmado", ended: "Completada" },
    declined: { title: "Un destinatario la rechazó", ended: "Rechazada" },
    cancelled: { title: "El remitente la canceló", ended: "Cancelada" },
    expired: { title: "El plazo para firmar terminó", ended: "Caducada" },
  },
  request: {
    compare:
      "Este servicio emitió el certificado de esta solicitud. Compare esta página con él: el documento, los nombres, las horas y los SHA-256 deben coincidir.",
    title: "Solicitud",
    sender: "Enviada por",
    sent: "Enviada",
    id: "Número de la solicitud",
    original: "SHA-256 al enviar",
    sealed: "SHA-256 tras la firma",
    people: "Destinatarios",
    roles: { Signer: "Firmante", Approver: "Aprobador", CC: "Recibe una copia" },
    signed: "Firmado: {time}",
    approved: "Aprobado: {time}",
    declined: "Rechazado: {time}",
    open: "Sin firmar",
  },
  facts: {
    signer: "Firmado digitalmente por",
    fingerprint: "SHA-256 del certificado",
    at: "Según el reloj de este servicio",
    timestamp: "Sello de tiempo",
    timestampBy: "{time}, de {authority}",
    sha256: "SHA-256 del archivo",
    request: "Número de la solicitud",
    link: "Mostrar la solicitud de este certificado",
  },
  matches: {
    document: "Es el documento firmado de esta solicitud.",
    certificate: "Contiene el certificado de esta solicitud.",
    foreign: "No pertenece a esta solicitud.",
  },
  results: {
    valid: {
      title: "El archivo no ha cambiado",
      text: "Este servicio lo firmó digitalmente y nada ha cambiado desde entonces.",
    },
    changed: {
      title: "El archivo ha cambiado",
      text: "Se modificó después de la firma, o su firma digital está dañada. No se fíe de él: pida el archivo original.",
    },
    untrusted: {
      title: "No lo firmó este servicio",
      text: "El archivo no ha cambiado desde la firma, pero no se firmó con un certificado de este servicio. Compruébelo donde se firmó.",
    },
    unsigned: {
      title: "El archivo no está firmado",
      text: "No tiene firma digital. Elija el PDF firmado: una copia impresa o escaneada no tiene firma.",
    },
    notPdf: { title: "El archivo no es un PDF", text: "Elija el PDF firmado o su certificado." },
    tooComplex: {
      title: "El archivo no se puede comprobar",
      text: "Leerlo lleva demasiado tiempo. Pida el archivo original.",
    },
    missing: {
      title: "No se ha recibido ningún archivo",
      text: "Elija un archivo PDF y compruébelo de nuevo.",
    },
    tooLarge: {
      title: "El archivo es demasiado grande",
      text: "Esta página comprueba archivos de hasta 32 MB. Compruebe los mayores con paraph verify.",
    },
    busy: { title: "Demasiadas solicitudes", text: "Inténtelo de nuevo dentro de un minuto." },
  },
  unknown: {
    title: "Este certificado no se conoce",
    text: "Compruebe la dirección. El certificado puede ser de otro servicio, o su solicitud se eliminó.",
  },
};
