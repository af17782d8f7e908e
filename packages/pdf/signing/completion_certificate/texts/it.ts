import { plural } from "@paraph/core/values";

import type { CertificateTexts } from "./en.ts";

/** The texts of certificates, in Italian. */
export const it: CertificateTexts = {
  outcomes: {
    completed: {
      title: "Certificato di completamento",
      lead: "Tutti i firmatari e gli approvatori hanno firmato o approvato il documento seguente. Questo certificato registra chi ha firmato o approvato, quando e come. Entrambi i file hanno una firma digitale che non consente modifiche; paraph verify la controlla.",
      ended: "Completato",
    },
    declined: {
      title: "Certificato: rifiutato",
      lead: "Un destinatario ha rifiutato il documento seguente, che quindi non è stato firmato da tutti. Questo certificato registra ciò che è avvenuto fino ad allora. Ha una firma digitale che non consente modifiche; paraph verify la controlla.",
      ended: "Rifiutato",
    },
    cancelled: {
      title: "Certificato: annullato",
      lead: "Il mittente ha annullato la richiesta prima che tutti avessero firmato il documento seguente. Questo certificato registra ciò che è avvenuto fino ad allora. Ha una firma digitale che non consente modifiche; paraph verify la controlla.",
      ended: "Annullato",
    },
    expired: {
      title: "Certificato: scaduto",
      lead: "Il termine per firmare è scaduto prima che tutti avessero firmato il documento seguente. Questo certificato registra ciò che è avvenuto fino ad allora. Ha una firma digitale che non consente modifiche; paraph verify la controlla.",
      ended: "Scaduto",
    },
  },
  pageNumber: "Pagina {currentPage} di {totalPages}",
  request: {
    id: "Richiesta",
    sender: "Mittente",
    sent: "Inviato",
    pages: "Pagine",
    signedBy: "Firmato da",
    people: plural({ one: "{count} persona", other: "{count} persone" }),
    reason: "Motivo: {reason}",
  },
  document: {
    title: "Documento",
    original: "SHA-256 all’invio",
    sealed: "SHA-256 alla sigillatura",
  },
  seal: {
    title: "Sigillo",
    by: "Sigillato da",
    fingerprint: "Certificato, SHA-256",
    level: "Livello",
    levelText: "{level}, firma di certificazione: nessuna modifica consentita",
    at: "Sigillato",
    atText: "{time}, secondo l’orologio di questo servizio",
    timestamp: "Marca temporale",
    timestampText: "{time}, dell’autorità di marcatura temporale di questo servizio",
    noTimestamp: "Nessuna: tutti gli orari sono quelli dell’orologio di questo servizio",
    note: "Firme elettroniche semplici, sigillate da {subject}; non si tratta di una firma elettronica qualificata.",
    selfSigned:
      "{note} Questo servizio ha creato da sé il certificato di firma: nessuna autorità di certificazione ne conferma il nome. Confronti il suo SHA-256 con quello fornito dal gestore del servizio.",
  },
  recipients: {
    title: "Destinatari",
    roles: { Signer: "Firmatario", Approver: "Approvatore", CC: "Riceve una copia" },
    order: "{role} · ordine {order}",
    email: "E-mail",
    authentication: "Autenticazione",
    authentications: {
      link: "Possesso del link personale inviato a questo indirizzo",
      embedded: "Link in una pagina del mittente, che ha identificato il destinatario",
      email_code: "Link personale e codice monouso inviato a questo indirizzo",
      sms_code: "Link personale e codice monouso inviato per SMS al {phone}",
      access_code: "Link personale e codice di accesso del mittente",
    },
    inPerson: {
      link: "Di persona, su un dispositivo di {host}; l’indirizzo e-mail non è stato verificato",
      email_code:
        "Di persona, su un dispositivo di {host}, con un codice monouso inviato a questo indirizzo",
      sms_code:
        "Di persona, su un dispositivo di {host}, con un codice monouso inviato per SMS al {phone}; l’indirizzo e-mail non è stato verificato",
      access_code:
        "Di persona, su un dispositivo di {host}, con un codice di accesso; l’indirizzo e-mail non è stato verificato",
    },
    delegatedBy: "Delegato da",
    invited: "Invitato",
    invitations: {
      queued: "{time} (e-mail in coda)",
      sent: "{time} (e-mail inviata)",
      failed: "{time} (e-mail non consegnata)",
    },
    viewed: "Visualizzato",
    consented: "Consenso",
    consentedIn: "{time} ({language})",
    signed: "Firmato",
    approved: "Approvato",
    declined: "Rifiutato",
    localTime: "Ora locale",
    ip: "Indirizzo IP",
    device: "Dispositivo",
    signatures: { typed: "Firma, digitata", drawn: "Firma, disegnata", image: "Firma, caricata" },
    initials: { typed: "Sigla, digitata", drawn: "Sigla, disegnata", image: "Sigla, caricata" },
  },
  devices: {
    browserOn: "{browser} su {system}",
    someBrowserOn: "Un browser su {system}",
    unknown: "Un browser sconosciuto",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
  },
  fields: {
    filledIn: "Compilato",
    page: "Pagina",
    sha256: "SHA-256 del valore",
    types: {
      signature: "Firma",
      initial: "Sigla",
      text: "Testo",
      date: "Data",
      checkbox: "Casella",
      dropdown: "Scelta",
      radio_buttons: "Scelta",
      text_area: "Testo lungo",
    },
  },
  consent: { title: "Consenso ({language})", sha256: "SHA-256 di questo testo" },
  events: {
    title: "Registro di controllo",
    lead: "Ogni evento con il suo SHA-256, che comprende anche l’evento precedente: modificare, rimuovere o spostare un evento cambia tutti i valori SHA-256 successivi. Gli orari sono in UTC.",
    time: "Ora",
    what: "Evento",
    who: "Chi",
    about: "{event}: {email}",
    last: "Ultimo SHA-256",
    types: {
      sent: "Inviato per la firma",
      invited: "Invito in coda",
      resent: "Nuovo invito in coda",
      reminded: "Promemoria in coda",
      extended: "Termine per firmare modificato",
      recipient_changed: "Destinatario corretto",
      delegated: "Delegato",
      email_sent: "E-mail inviata",
      email_failed: "E-mail non consegnata",
      email_complained: "E-mail segnalata come indesiderata",
      name_confirmed: "Nome confermato di persona",
      viewed: "Documento aperto",
      code_sent: "Codice richiesto",
      code_failed: "SMS con il codice non inviato",
      authenticated: "Codice corretto inserito",
      authentication_failed: "Codice errato inserito",
      consented: "Ha accettato di firmare elettronicamente",
      signed: "Firmato",
      approved: "Approvato",
      declined: "Rifiutato",
      cancelled: "Annullato",
      expired: "Scaduto",
      finished: "Tutti i destinatari hanno firmato",
      completed: "Sigillato e archiviato",
    },
  },
  verify: {
    title: "Come verificare",
    operator:
      "Chieda al gestore del servizio lo SHA-256 del suo certificato o il suo certificato radice. Chiunque può creare un certificato con lo stesso nome: non si affidi allo SHA-256 contenuto in questo file.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (o --root FILE) controlla che i due file siano invariati da quando sono stati sigillati con quel certificato e che siano collegati tra loro. Non richiede la rete e non controlla la revoca.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (o --root FILE) controlla che questo file sia invariato da quando è stato sigillato con quel certificato. Non richiede la rete e non controlla la revoca.",
    readers:
      "I lettori PDF controllano che le firme siano valide, come fa pdfsig FILE: «Signature is Valid» e «Total document signed». Questo da solo non indica chi ha firmato.",
    sealedSha256: "sha256sum FILE del documento sigillato restituisce lo SHA-256 indicato sopra.",
    sentSha256: "sha256sum FILE del documento inviato restituisce lo SHA-256 indicato sopra.",
    audit:
      "Il registro di controllo completo è allegato a questo file come audit.json (pdfdetach -saveall FILE). L’hash del suo ultimo evento inizia con {head}.",
  },
};
