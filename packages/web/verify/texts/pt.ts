import type { VerifyTexts } from "./en.ts";

/** Portuguese. Terms: pedido (request), assinar digitalmente (sign digitally), certificado (certificate). */
export const pt: VerifyTexts = {
  start: {
    title: "Verificar um documento assinado",
    lead: "Escolha um PDF assinado ou um certificado. Este serviço verifica se assinou o PDF digitalmente e se nada foi alterado desde então.",
  },
  form: {
    title: "Verificar um PDF",
    lead: "Escolha o PDF assinado ou o certificado deste pedido.",
    file: "Documento PDF",
    check: "Verificar",
    privacy: "O PDF é apenas verificado. Não é guardado.",
  },
  outcomes: {
    completed: { title: "Todos assinaram", ended: "Concluído" },
    declined: { title: "Um destinatário recusou", ended: "Recusado" },
    cancelled: { title: "O remetente cancelou", ended: "Cancelado" },
    expired: { title: "O prazo para assinar terminou", ended: "Expirado" },
  },
  request: {
    compare:
      "Este serviço emitiu o certificado deste pedido. Compare esta página com ele: o documento, os nomes, as horas e os SHA-256 devem ser iguais.",
    title: "Pedido",
    sender: "Enviado por",
    sent: "Enviado",
    id: "Número do pedido",
    original: "SHA-256 no envio",
    sealed: "SHA-256 após a assinatura",
    people: "Destinatários",
    roles: { Signer: "Signatário", Approver: "Aprovador", CC: "Recebe uma cópia" },
    signed: "Assinado: {time}",
    approved: "Aprovado: {time}",
    declined: "Recusado: {time}",
    open: "Não assinado",
  },
  facts: {
    signer: "Assinado digitalmente por",
    fingerprint: "SHA-256 do certificado",
    at: "Segundo o relógio deste serviço",
    timestamp: "Selo temporal",
    timestampBy: "{time}, por {authority}",
    sha256: "SHA-256 do PDF",
    request: "Número do pedido",
    link: "Mostrar o pedido deste certificado",
  },
  matches: {
    document: "É o documento assinado deste pedido.",
    certificate: "Contém o certificado deste pedido.",
    foreign: "Não pertence a este pedido.",
  },
  results: {
    valid: {
      title: "O PDF está inalterado",
      text: "Este serviço assinou-o digitalmente e nada foi alterado desde então.",
    },
    changed: {
      title: "O PDF foi alterado",
      text: "Foi alterado depois de assinado, ou a sua assinatura digital está danificada. Não confie nele: peça o PDF original.",
    },
    untrusted: {
      title: "Não assinado por este serviço",
      text: "O PDF está inalterado desde que foi assinado, mas não foi assinado com um certificado deste serviço. Verifique-o onde foi assinado.",
    },
    unsigned: {
      title: "O PDF não está assinado",
      text: "Não tem assinatura digital. Escolha o PDF assinado: uma impressão ou digitalização não tem assinatura.",
    },
    notPdf: { title: "Não é um PDF", text: "Escolha o PDF assinado ou o seu certificado." },
    tooComplex: {
      title: "Não é possível verificar o PDF",
      text: "A leitura demora demasiado. Peça o PDF original.",
    },
    missing: {
      title: "Não foi recebido nenhum PDF",
      text: "Escolha um PDF e verifique-o novamente.",
    },
    tooLarge: {
      title: "O PDF é demasiado grande",
      text: "Esta página verifica documentos até 32 MB. Verifique os maiores com paraph verify.",
    },
    busy: { title: "Demasiados pedidos", text: "Tente novamente dentro de um minuto." },
  },
  unknown: {
    title: "Este certificado não é conhecido",
    text: "Verifique o endereço. O certificado pode ser de outro serviço, ou o seu pedido foi eliminado.",
  },
};
