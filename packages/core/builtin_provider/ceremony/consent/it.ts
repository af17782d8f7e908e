/** The consent text in Italian. */
export const it = [
  "Lei accetta di leggere questo documento e di firmarlo o approvarlo elettronicamente. La Sua " +
    "firma elettronica ha lo stesso valore di una firma apposta a mano. Ciò vale soltanto per " +
    "questo documento.",
  "Non è obbligato ad accettare. Può scegliere «Rifiuta» oppure chiudere questa pagina e " +
    "chiedere al mittente il documento su carta. Può cambiare idea in qualsiasi momento prima di " +
    "terminare; l’unica conseguenza è che il documento non viene firmato. Per revocare il " +
    "consenso in seguito, scriva al mittente.",
  "Sono necessari un browser aggiornato e un indirizzo e-mail, nonché un programma che apra i " +
    "file PDF per la Sua copia. Quando tutti i destinatari avranno firmato, riceverà un’e-mail " +
    "con un link al documento finale: potrà scaricarlo, conservarlo e stamparlo. Per una copia " +
    "su carta o per correggere il Suo indirizzo e-mail, si rivolga al mittente.",
  "Come prova registriamo il Suo nome e il Suo indirizzo e-mail, quando è stato invitato, ha " +
    "aperto il documento, ha dato questo consenso e ha terminato, il Suo indirizzo IP e il Suo " +
    "browser, nonché ciò che ha compilato e firmato. Il mittente e tutti i destinatari del " +
    "documento finale possono vedere questi dati.",
].join("\n\n");
