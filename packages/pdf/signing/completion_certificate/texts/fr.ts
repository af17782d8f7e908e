import { plural } from "@paraph/core/values";

import type { CertificateTexts } from "./en.ts";

/** The texts of certificates, in French. */
export const fr: CertificateTexts = {
  outcomes: {
    completed: {
      title: "Certificat d’achèvement",
      lead: "Tous les signataires et approbateurs ont signé ou approuvé le document ci-dessous. Ce certificat consigne qui a signé ou approuvé, quand et comment. Les deux fichiers portent une signature numérique qui n’autorise aucune modification\u00a0; paraph verify la vérifie.",
      ended: "Achevé",
    },
    declined: {
      title: "Certificat\u00a0: refusé",
      lead: "Un destinataire a refusé le document ci-dessous\u00a0; tous ne l’ont donc pas signé. Ce certificat consigne ce qui s’est passé jusque-là. Il porte une signature numérique qui n’autorise aucune modification\u00a0; paraph verify la vérifie.",
      ended: "Refusé",
    },
    cancelled: {
      title: "Certificat\u00a0: annulé",
      lead: "L’expéditeur a annulé la demande avant que tous aient signé le document ci-dessous. Ce certificat consigne ce qui s’est passé jusque-là. Il porte une signature numérique qui n’autorise aucune modification\u00a0; paraph verify la vérifie.",
      ended: "Annulé",
    },
    expired: {
      title: "Certificat\u00a0: expiré",
      lead: "Le délai de signature a pris fin avant que tous aient signé le document ci-dessous. Ce certificat consigne ce qui s’est passé jusque-là. Il porte une signature numérique qui n’autorise aucune modification\u00a0; paraph verify la vérifie.",
      ended: "Expiré",
    },
  },
  pageNumber: "Page {currentPage} sur {totalPages}",
  request: {
    id: "Demande",
    sender: "Expéditeur",
    sent: "Envoyé",
    pages: "Pages",
    signedBy: "Signé par",
    people: plural({ one: "{count} personne", other: "{count} personnes" }),
    reason: "Motif\u00a0: {reason}",
  },
  document: { title: "Document", original: "SHA-256 à l’envoi", sealed: "SHA-256 au scellement" },
  seal: {
    title: "Sceau",
    by: "Scellé par",
    fingerprint: "Certificat, SHA-256",
    level: "Niveau",
    levelText: "{level}, signature de certification\u00a0: aucune modification autorisée",
    at: "Scellé",
    atText: "{time}, selon l’horloge de ce service",
    timestamp: "Horodatage",
    timestampText: "{time}, par l’autorité d’horodatage de ce service",
    noTimestamp: "Aucun\u00a0: toutes les heures sont celles de l’horloge de ce service",
    note: "Signatures électroniques simples, scellées par {subject}\u00a0; il ne s’agit pas d’une signature électronique qualifiée.",
    selfSigned:
      "{note} Ce service a créé lui-même le certificat de signature\u00a0: aucune autorité de certification n’en confirme le nom. Comparez son SHA-256 à celui que l’exploitant du service vous communique.",
  },
  recipients: {
    title: "Destinataires",
    roles: { Signer: "Signataire", Approver: "Approbateur", CC: "Reçoit une copie" },
    order: "{role} · ordre {order}",
    email: "E-mail",
    authentication: "Authentification",
    authentications: {
      link: "Possession du lien personnel envoyé à cette adresse",
      embedded: "Lien dans une page de l’expéditeur, qui a identifié le destinataire",
      email_code: "Lien personnel et code à usage unique envoyé à cette adresse",
      sms_code: "Lien personnel et code à usage unique envoyé par SMS au {phone}",
      access_code: "Lien personnel et code d’accès de l’expéditeur",
    },
    inPerson: {
      link: "En personne, sur un appareil de {host}\u00a0; l’adresse e-mail n’a pas été vérifiée",
      email_code:
        "En personne, sur un appareil de {host}, avec un code à usage unique envoyé à cette adresse",
      sms_code:
        "En personne, sur un appareil de {host}, avec un code à usage unique envoyé par SMS au {phone}\u00a0; l’adresse e-mail n’a pas été vérifiée",
      access_code:
        "En personne, sur un appareil de {host}, avec un code d’accès\u00a0; l’adresse e-mail n’a pas été vérifiée",
    },
    delegatedBy: "Délégué par",
    invited: "Invité",
    invitations: {
      queued: "{time} (e-mail en attente)",
      sent: "{time} (e-mail envoyé)",
      failed: "{time} (e-mail non remis)",
    },
    viewed: "Consulté",
    consented: "Consentement",
    consentedIn: "{time} ({language})",
    signed: "Signé",
    approved: "Approuvé",
    declined: "Refusé",
    localTime: "Heure locale",
    ip: "Adresse IP",
    device: "Appareil",
    signatures: {
      typed: "Signature, saisie",
      drawn: "Signature, dessinée",
      image: "Signature, importée",
    },
    initials: { typed: "Paraphe, saisi", drawn: "Paraphe, dessiné", image: "Paraphe, importé" },
  },
  devices: {
    browserOn: "{browser} sur {system}",
    someBrowserOn: "Un navigateur sur {system}",
    unknown: "Un navigateur inconnu",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
  },
  fields: {
    filledIn: "Rempli",
    page: "Page",
    sha256: "SHA-256 de la valeur",
    types: {
      signature: "Signature",
      initial: "Paraphe",
      text: "Texte",
      date: "Date",
      checkbox: "Case à cocher",
      dropdown: "Choix",
      radio_buttons: "Choix",
      text_area: "Texte long",
    },
  },
  consent: { title: "Consentement ({language})", sha256: "SHA-256 de ce texte" },
  events: {
    title: "Piste d’audit",
    lead: "Chaque événement avec son SHA-256, qui couvre aussi l’événement précédent\u00a0: modifier, supprimer ou déplacer un événement change toutes les valeurs SHA-256 suivantes. Les heures sont en UTC.",
    time: "Heure",
    what: "Événement",
    who: "Qui",
    about: "{event}\u00a0: {email}",
    last: "Dernier SHA-256",
    types: {
      sent: "Envoyé pour signature",
      invited: "Invitation en attente",
      resent: "Nouvelle invitation en attente",
      reminded: "Rappel en attente",
      extended: "Délai de signature modifié",
      recipient_changed: "Destinataire corrigé",
      delegated: "Délégué",
      email_sent: "E-mail envoyé",
      email_failed: "E-mail non remis",
      email_complained: "E-mail signalé comme indésirable",
      name_confirmed: "Nom confirmé en personne",
      viewed: "Document ouvert",
      code_sent: "Code demandé",
      code_failed: "SMS avec le code non envoyé",
      authenticated: "Code correct saisi",
      authentication_failed: "Code erroné saisi",
      consented: "A accepté de signer par voie électronique",
      signed: "Signé",
      approved: "Approuvé",
      declined: "Refusé",
      cancelled: "Annulé",
      expired: "Expiré",
      finished: "Tous les destinataires ont signé",
      completed: "Scellé et enregistré",
    },
  },
  verify: {
    title: "Comment vérifier",
    operator:
      "Demandez à l’exploitant du service le SHA-256 de son certificat ou son certificat racine. N’importe qui peut créer un certificat portant le même nom\u00a0: ne vous fiez pas au SHA-256 de ce fichier.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (ou --root FILE) vérifie que les deux fichiers sont inchangés depuis leur scellement avec ce certificat et qu’ils vont ensemble. Aucun réseau n’est nécessaire et la révocation n’est pas vérifiée.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (ou --root FILE) vérifie que ce fichier est inchangé depuis son scellement avec ce certificat. Aucun réseau n’est nécessaire et la révocation n’est pas vérifiée.",
    readers:
      "Les lecteurs PDF vérifient que les signatures sont valides, tout comme pdfsig FILE\u00a0: «\u00a0Signature is Valid\u00a0» et «\u00a0Total document signed\u00a0». Cela seul n’indique pas qui a signé.",
    sealedSha256: "sha256sum FILE du document scellé donne le SHA-256 ci-dessus.",
    sentSha256: "sha256sum FILE du document envoyé donne le SHA-256 ci-dessus.",
    audit:
      "La piste d’audit complète est jointe à ce fichier sous le nom audit.json (pdfdetach -saveall FILE). Le hachage de son dernier événement commence par {head}.",
  },
};
