import { plural } from "@paraph/core/values";

import type { CertificateTexts } from "./en.ts";

/** The texts of certificates, in Portuguese for Brazil and Portugal. */
export const pt: CertificateTexts = {
  outcomes: {
    completed: {
      title: "Certificado de conclusão",
      lead: "Todos os signatários e aprovadores assinaram ou aprovaram o documento abaixo. Este certificado registra quem assinou ou aprovou, quando e como. Ambos os PDF têm uma assinatura digital que não permite alterações; paraph verify verifica-a.",
      ended: "Concluído",
    },
    declined: {
      title: "Certificado: recusado",
      lead: "Um destinatário recusou o documento abaixo, que por isso não foi assinado por todos. Este certificado registra o que aconteceu até então. Tem uma assinatura digital que não permite alterações; paraph verify verifica-a.",
      ended: "Recusado",
    },
    cancelled: {
      title: "Certificado: cancelado",
      lead: "O remetente cancelou o pedido antes de todos assinarem o documento abaixo. Este certificado registra o que aconteceu até então. Tem uma assinatura digital que não permite alterações; paraph verify verifica-a.",
      ended: "Cancelado",
    },
    expired: {
      title: "Certificado: expirado",
      lead: "O prazo para assinar terminou antes de todos assinarem o documento abaixo. Este certificado registra o que aconteceu até então. Tem uma assinatura digital que não permite alterações; paraph verify verifica-a.",
      ended: "Expirado",
    },
  },
  pageNumber: "Página {currentPage} de {totalPages}",
  request: {
    id: "Pedido",
    sender: "Remetente",
    sent: "Enviado",
    pages: "Páginas",
    signedBy: "Assinado por",
    people: plural({ one: "{count} pessoa", other: "{count} pessoas" }),
    reason: "Motivo: {reason}",
  },
  document: {
    title: "Documento",
    original: "SHA-256 no envio",
    sealed: "SHA-256 na selagem",
    morePages: plural({ one: "e mais {count} página", other: "e mais {count} páginas" }),
  },
  seal: {
    title: "Selo",
    by: "Selado por",
    fingerprint: "Certificado, SHA-256",
    root: "Certificado raiz, SHA-256",
    level: "Nível",
    levelText: "{level}, assinatura de certificação: nenhuma alteração permitida",
    at: "Selado",
    atText: "{time}, pelo relógio deste serviço",
    timestamp: "Carimbo do tempo",
    timestampText: "{time}, da autoridade de carimbo do tempo deste serviço",
    authority: "Autoridade de carimbo do tempo",
    noTimestamp: "Nenhum: todas as horas são as do relógio deste serviço",
    note: "Assinaturas eletrônicas simples, seladas por {subject}; não se trata de uma assinatura eletrônica qualificada.",
    selfSigned:
      "{note} Este serviço criou o próprio certificado de assinatura: nenhuma autoridade certificadora confirma o seu nome. Compare o SHA-256 com o indicado pelo operador do serviço.",
  },
  recipients: {
    title: "Destinatários",
    roles: { Signer: "Signatário", Approver: "Aprovador", CC: "Recebe uma cópia" },
    order: "{role} · ordem {order}",
    email: "E-mail",
    authentication: "Autenticação",
    authentications: {
      link: "Posse do link pessoal enviado para este endereço",
      embedded: "Link numa página do remetente, que identificou o destinatário",
      email_code: "Link pessoal e código de uso único enviado para este endereço",
      sms_code: "Link pessoal e código de uso único enviado por SMS para {phone}",
      access_code: "Link pessoal e código de acesso do remetente",
    },
    inPerson: {
      link: "Presencialmente, num dispositivo de {host}; o endereço de e-mail não foi verificado",
      email_code:
        "Presencialmente, num dispositivo de {host}, com um código de uso único enviado para este endereço",
      sms_code:
        "Presencialmente, num dispositivo de {host}, com um código de uso único enviado por SMS para {phone}; o endereço de e-mail não foi verificado",
      access_code:
        "Presencialmente, num dispositivo de {host}, com um código de acesso; o endereço de e-mail não foi verificado",
    },
    delegatedBy: "Delegado por",
    invited: "Convidado",
    invitations: {
      queued: "{time} (e-mail na fila)",
      sent: "{time} (e-mail enviado)",
      failed: "{time} (e-mail não entregue)",
    },
    viewed: "Visualizado",
    consented: "Consentimento",
    consentedIn: "{time} ({language})",
    signed: "Assinado",
    approved: "Aprovado",
    declined: "Recusado",
    localTime: "Hora local",
    ip: "Endereço IP",
    device: "Dispositivo",
    signatures: {
      typed: "Assinatura, digitada",
      drawn: "Assinatura, desenhada",
      image: "Assinatura, carregada",
    },
    initials: {
      typed: "Rubrica, digitada",
      drawn: "Rubrica, desenhada",
      image: "Rubrica, carregada",
    },
  },
  devices: {
    browserOn: "{browser} em {system}",
    someBrowserOn: "Um navegador em {system}",
    unknown: "Um navegador desconhecido",
    iPhone: "iPhone",
    iPad: "iPad",
    Mac: "Mac",
  },
  fields: {
    filledIn: "Preenchido",
    page: "Página",
    sha256: "SHA-256 do valor",
    types: {
      signature: "Assinatura",
      initial: "Rubrica",
      text: "Texto",
      date: "Data",
      checkbox: "Caixa de seleção",
      dropdown: "Escolha",
      radio_buttons: "Escolha",
      text_area: "Texto longo",
    },
  },
  consent: { title: "Consentimento ({language})", sha256: "SHA-256 deste texto" },
  events: {
    title: "Histórico de auditoria",
    lead: "Cada evento com o seu SHA-256, que abrange também o evento anterior: alterar, remover ou mover um evento muda todos os valores SHA-256 posteriores. As horas são UTC.",
    time: "Hora",
    what: "Evento",
    who: "Quem",
    about: "{event}: {email}",
    last: "Último SHA-256",
    types: {
      sent: "Enviado para assinatura",
      invited: "Convite na fila",
      resent: "Novo convite na fila",
      reminded: "Lembrete na fila",
      extended: "Prazo de assinatura alterado",
      recipient_changed: "Destinatário corrigido",
      delegated: "Delegado",
      email_sent: "E-mail enviado",
      email_failed: "E-mail não entregue",
      email_complained: "E-mail denunciado como spam",
      name_confirmed: "Nome confirmado presencialmente",
      viewed: "Documento aberto",
      code_sent: "Código solicitado",
      code_failed: "SMS com o código não enviado",
      authenticated: "Código correto digitado",
      authentication_failed: "Código errado digitado",
      consented: "Aceitou assinar eletronicamente",
      signed: "Assinado",
      approved: "Aprovado",
      declined: "Recusado",
      cancelled: "Cancelado",
      expired: "Expirado",
      finished: "Todos os destinatários assinaram",
      completed: "Selado e armazenado",
    },
  },
  verify: {
    title: "Como verificar",
    code: {
      alt: "Código QR com o endereço da página de verificação deste certificado",
      lead: "Leia o código ou abra o endereço: a página deste serviço mostra quem assinou, quando e o SHA-256 do documento. Compare-a com este certificado. Também pode verificar aí os PDF. Confirme que é o endereço do serviço que conhece.",
    },
    operator:
      "Peça ao operador do serviço o SHA-256 do certificado dele ou o certificado raiz. Qualquer pessoa pode criar um certificado com o mesmo nome: não confie no SHA-256 deste PDF.",
    sealed:
      "paraph verify SIGNED CERTIFICATE --certificate SHA256 (ou --root FILE) verifica se ambos os PDF estão inalterados desde que foram selados com esse certificado e se pertencem um ao outro. Não precisa de rede e não verifica a revogação.",
    unsealed:
      "paraph verify CERTIFICATE --certificate SHA256 (ou --root FILE) verifica se este PDF está inalterado desde que foi selado com esse certificado. Não precisa de rede e não verifica a revogação.",
    readers:
      "Os leitores de PDF verificam se as assinaturas são válidas, tal como pdfsig FILE: “Signature is Valid” e “Total document signed”. Isso, por si só, não indica quem assinou.",
    sealedSha256: "sha256sum FILE do documento selado resulta no SHA-256 acima.",
    sentSha256: "sha256sum FILE do documento enviado resulta no SHA-256 acima.",
    audit:
      "O histórico de auditoria completo está anexado a este PDF como audit.json (pdfdetach -saveall FILE). O hash do último evento começa por {head}.",
  },
};
