import type { VerifyTexts } from "./en.ts";

/** Italian. Terms: richiesta (request), firmare digitalmente (sign digitally), certificato (certificate). */
export const it: VerifyTexts = {
  start: {
    title: "Verifica un documento firmato",
    lead: "Scelga un PDF firmato o un certificato. Questo servizio verifica di aver firmato digitalmente il file e che nulla sia cambiato da allora.",
  },
  form: {
    title: "Verifica un file",
    lead: "Scelga il PDF firmato o il certificato di questa richiesta.",
    file: "File PDF",
    check: "Verifica",
    privacy: "Il file viene solo verificato. Non viene salvato.",
  },
  outcomes: {
    completed: { title: "Tutti hanno firmato", ended: "Completata" },
    declined: { title: "Un destinatario ha rifiutato", ended: "Rifiutata" },
    cancelled: { title: "Il mittente ha annullato", ended: "Annullata" },
    expired: { title: "Il termine per firmare è scaduto", ended: "Scaduta" },
  },
  request: {
    compare:
      "Questo servizio ha emesso il certificato di questa richiesta. Confronti questa pagina con il certificato: documento, nomi, orari e SHA-256 devono coincidere.",
    title: "Richiesta",
    sender: "Inviata da",
    sent: "Inviata",
    id: "Numero della richiesta",
    original: "SHA-256 all’invio",
    sealed: "SHA-256 dopo la firma",
    people: "Destinatari",
    roles: { Signer: "Firmatario", Approver: "Approvatore", CC: "Riceve una copia" },
    signed: "Firmato: {time}",
    approved: "Approvato: {time}",
    declined: "Rifiutato: {time}",
    open: "Non firmato",
  },
  facts: {
    signer: "Firmato digitalmente da",
    fingerprint: "SHA-256 del certificato",
    at: "Secondo l’orologio di questo servizio",
    timestamp: "Marca temporale",
    timestampBy: "{time}, di {authority}",
    sha256: "SHA-256 del file",
    request: "Numero della richiesta",
    link: "Mostra la richiesta di questo certificato",
  },
  matches: {
    document: "È il documento firmato di questa richiesta.",
    certificate: "Contiene il certificato di questa richiesta.",
    foreign: "Non appartiene a questa richiesta.",
  },
  results: {
    valid: {
      title: "Il file è invariato",
      text: "Questo servizio lo ha firmato digitalmente e nulla è cambiato da allora.",
    },
    changed: {
      title: "Il file è stato modificato",
      text: "È stato modificato dopo la firma, oppure la sua firma digitale è danneggiata. Non vi faccia affidamento: chieda il file originale.",
    },
    untrusted: {
      title: "Non firmato da questo servizio",
      text: "Il file è invariato dalla firma, ma non è stato firmato con un certificato di questo servizio. Lo verifichi dove è stato firmato.",
    },
    unsigned: {
      title: "Il file non è firmato",
      text: "Non ha una firma digitale. Scelga il PDF firmato: una stampa o una scansione non ha firma.",
    },
    notPdf: { title: "Il file non è un PDF", text: "Scelga il PDF firmato o il suo certificato." },
    tooComplex: {
      title: "Il file non può essere verificato",
      text: "La lettura richiede troppo tempo. Chieda il file originale.",
    },
    missing: { title: "Nessun file ricevuto", text: "Scelga un file PDF e lo verifichi di nuovo." },
    tooLarge: {
      title: "Il file è troppo grande",
      text: "Questa pagina verifica file fino a 32 MB. Verifichi i file più grandi con paraph verify.",
    },
    busy: { title: "Troppe richieste", text: "Riprovi tra un minuto." },
  },
  unknown: {
    title: "Questo certificato non è noto",
    text: "Controlli l’indirizzo. Il certificato potrebbe essere di un altro servizio, oppure la sua richiesta è stata eliminata.",
  },
};
