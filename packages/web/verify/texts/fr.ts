import type { VerifyTexts } from "./en.ts";

/** French. Terms: demande (request), signer numériquement (sign digitally), certificat (certificate). */
export const fr: VerifyTexts = {
  start: {
    title: "Vérifier un document signé",
    lead: "Choisissez un PDF signé ou un certificat. Ce service vérifie qu’il a signé le fichier numériquement et que rien n’a été modifié depuis.",
  },
  form: {
    title: "Vérifier un fichier",
    lead: "Choisissez le PDF signé ou le certificat de cette demande.",
    file: "Fichier PDF",
    check: "Vérifier",
    privacy: "Le fichier est seulement vérifié. Il n’est pas conservé.",
  },
  outcomes: {
    completed: { title: "Tous ont signé", ended: "Terminée" },
    declined: { title: "Un destinataire a refusé", ended: "Refusée" },
    cancelled: { title: "L’expéditeur a annulé", ended: "Annulée" },
    expired: { title: "Le délai de signature est écoulé", ended: "Expirée" },
  },
  request: {
    compare:
      "Ce service a émis le certificat de cette demande. Comparez cette page avec lui\u00a0: le document, les noms, les heures et les SHA-256 doivent être identiques.",
    title: "Demande",
    sender: "Envoyée par",
    sent: "Envoyée",
    id: "Numéro de la demande",
    original: "SHA-256 à l’envoi",
    sealed: "SHA-256 après signature",
    people: "Destinataires",
    roles: { Signer: "Signataire", Approver: "Approbateur", CC: "Reçoit une copie" },
    signed: "Signé\u00a0: {time}",
    approved: "Approuvé\u00a0: {time}",
    declined: "Refusé\u00a0: {time}",
    open: "Non signé",
  },
  facts: {
    signer: "Signé numériquement par",
    fingerprint: "SHA-256 du certificat",
    at: "Selon l’horloge de ce service",
    timestamp: "Horodatage",
    timestampBy: "{time}, par {authority}",
    sha256: "SHA-256 du fichier",
    request: "Numéro de la demande",
    link: "Afficher la demande de ce certificat",
  },
  matches: {
    document: "C’est le document signé de cette demande.",
    certificate: "Il contient le certificat de cette demande.",
    foreign: "Il n’appartient pas à cette demande.",
  },
  results: {
    valid: {
      title: "Le fichier est inchangé",
      text: "Ce service l’a signé numériquement et rien n’a été modifié depuis.",
    },
    changed: {
      title: "Le fichier a été modifié",
      text: "Il a été modifié après la signature, ou sa signature numérique est endommagée. Ne vous y fiez pas\u00a0: demandez le fichier original.",
    },
    untrusted: {
      title: "Non signé par ce service",
      text: "Le fichier est inchangé depuis sa signature, mais il n’a pas été signé avec un certificat de ce service. Vérifiez-le là où il a été signé.",
    },
    unsigned: {
      title: "Le fichier n’est pas signé",
      text: "Il n’a pas de signature numérique. Choisissez le PDF signé\u00a0: une impression ou une numérisation n’a pas de signature.",
    },
    notPdf: {
      title: "Le fichier n’est pas un PDF",
      text: "Choisissez le PDF signé ou son certificat.",
    },
    tooComplex: {
      title: "Le fichier ne peut pas être vérifié",
      text: "Sa lecture prend trop de temps. Demandez le fichier original.",
    },
    missing: {
      title: "Aucun fichier reçu",
      text: "Choisissez un fichier PDF, puis vérifiez-le de nouveau.",
    },
    tooLarge: {
      title: "Le fichier est trop volumineux",
      text: "Cette page vérifie des fichiers de 32\u00a0Mo au plus. Vérifiez les plus grands avec paraph verify.",
    },
    busy: { title: "Trop de requêtes", text: "Veuillez réessayer dans une minute." },
  },
  unknown: {
    title: "Ce certificat est inconnu",
    text: "Vérifiez l’adresse. Le certificat provient peut-être d’un autre service, ou sa demande a été supprimée.",
  },
};
